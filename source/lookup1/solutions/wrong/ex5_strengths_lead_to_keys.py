# Leads from the strengths to the keys.


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    def bits(line):
        return sum(VALUES[rank] for rank in line[4:9])

    def product(line):
        key = 1
        for rank in line[4:9]:
            key *= PRIMES[rank]
        return key

    return (
        {int(line[11:]): bits(line) for line in flush_lines},
        {int(line[11:]): bits(line) for line in unique_five_lines},
        {int(line[11:]): product(line) for line in dupe_lines},
    )
