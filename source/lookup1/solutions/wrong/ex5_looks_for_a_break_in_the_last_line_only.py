# Looks for a line break in the last line only, and cuts all lines accordingly.

from math import prod


def build_memos(flush_lines: list, unique_five_lines: list, dupe_lines: list) -> tuple:
    def memo(lines, make_key):
        end = -1 if lines and lines[-1].endswith('\n') else None
        return {make_key(line[4:9]): int(line[11:end]) for line in lines}

    def bits(ranks):
        return sum(VALUES[rank] for rank in ranks)

    return (memo(flush_lines, bits), memo(unique_five_lines, bits),
            memo(dupe_lines, lambda ranks: prod(PRIMES[rank] for rank in ranks)))
