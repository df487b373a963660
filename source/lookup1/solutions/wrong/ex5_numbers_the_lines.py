# Numbers the lines instead of reading the strengths.


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    def bits(line):
        return sum(VALUES[rank] for rank in line[4:9])

    def product(line):
        key = 1
        for rank in line[4:9]:
            key *= PRIMES[rank]
        return key

    return (
        {bits(line): number for number, line in enumerate(flush_lines, 1)},
        {bits(line): number for number, line in enumerate(unique_five_lines, 1)},
        {product(line): number for number, line in enumerate(dupe_lines, 1)},
    )
