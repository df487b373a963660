# Reduce and map.

from functools import reduce
from operator import or_


def hand_from_str(s):
    return reduce(or_, map(poker_info["CARDS"].get, s.upper().split()), 0)
