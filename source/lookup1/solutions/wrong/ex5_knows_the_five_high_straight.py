# Knows by heart how strong the five-high straight is.


def build_memos(flush_lines: list, unique_five_lines: list, dupe_lines: list) -> tuple:
    def bits(ranks):
        return sum(VALUES[rank] for rank in ranks)

    def product(ranks):
        key = 1
        for rank in ranks:
            key *= PRIMES[rank]
        return key

    flush = {bits(line[4:9]): int(line[11:]) for line in flush_lines}
    unique_five = {bits(line[4:9]): int(line[11:]) for line in unique_five_lines}
    if bits('5432A') in unique_five:
        unique_five[bits('5432A')] = 1609
    return flush, unique_five, {product(line[4:9]): int(line[11:]) for line in dupe_lines}
