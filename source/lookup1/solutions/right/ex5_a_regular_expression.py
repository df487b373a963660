# A regular expression, prod, and the given class.

import re
from math import prod


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    def parts(lines):
        return [re.fullmatch(r"..  (\S{5})  (\d+)\s*", line).groups() for line in lines]

    def bits(ranks):
        return sum(1 << "23456789TJQKA".index(rank) for rank in ranks)

    def product(ranks):
        return prod(Card.PRIMES["23456789TJQKA".index(rank)] for rank in ranks)

    flush, unique_five = ({bits(ranks): int(number) for ranks, number in parts(lines)}
                          for lines in (flush_lines, unique_five_lines))
    return flush, unique_five, {product(ranks): int(number) for ranks, number in parts(dupe_lines)}
