# Reads four ranks.


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    def bits(line):
        return sum(VALUES[rank] for rank in line[4:8])

    def product(line):
        key = 1
        for rank in line[4:8]:
            key *= PRIMES[rank]
        return key

    return (
        {bits(line): int(line[11:]) for line in flush_lines},
        {bits(line): int(line[11:]) for line in unique_five_lines},
        {product(line): int(line[11:]) for line in dupe_lines},
    )
