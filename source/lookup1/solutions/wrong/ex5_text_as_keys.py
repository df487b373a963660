# Takes the ranks as text for keys.


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    def bits(line):
        return sum(VALUES[rank] for rank in line[4:9])

    def product(line):
        key = 1
        for rank in line[4:9]:
            key *= PRIMES[rank]
        return key

    return (
        {line[4:9]: int(line[11:]) for line in flush_lines},
        {line[4:9]: int(line[11:]) for line in unique_five_lines},
        {line[4:9]: int(line[11:]) for line in dupe_lines},
    )
