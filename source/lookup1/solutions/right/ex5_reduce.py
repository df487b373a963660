# reduce and the operator module.

from functools import reduce
from operator import mul, or_


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    def memo(lines, numbers, combine):
        return {reduce(combine, map(numbers.get, line[4:9])): int(line[11:].strip()) for line in lines}

    return memo(flush_lines, VALUES, or_), memo(unique_five_lines, VALUES, or_), memo(dupe_lines, PRIMES, mul)
