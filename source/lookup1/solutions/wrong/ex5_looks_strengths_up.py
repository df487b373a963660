# Looks the strengths up in the given memos instead of reading them.


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    def bits(line):
        return sum(VALUES[rank] for rank in line[4:9])

    def product(line):
        key = 1
        for rank in line[4:9]:
            key *= PRIMES[rank]
        return key

    return (
        {bits(line): FLUSH_RANKS[bits(line)] for line in flush_lines},
        {bits(line): UNIQUE_FIVE_RANKS[bits(line)] for line in unique_five_lines},
        {product(line): DUPE_RANKS[product(line)] for line in dupe_lines},
    )
