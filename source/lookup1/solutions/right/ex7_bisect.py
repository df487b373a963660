# Bisection of the bounds, which are added up.

from bisect import bisect_left
from itertools import accumulate


def get_category(strength):
    sizes = {
        "royal flush": 1, "straight flush": 9, "four of a kind": 156, "full house": 156, "flush": 1277,
        "straight": 10, "three of a kind": 858, "two pair": 858, "pair": 2860, "high card": 1277,
    }
    return list(sizes)[bisect_left(list(accumulate(sizes.values())), strength)]
