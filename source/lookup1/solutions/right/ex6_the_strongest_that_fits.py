# Takes the strongest of the memos that fit.

from functools import reduce
from operator import and_, mul, or_


def get_strength(hand):
    bits = [card.b for card in hand]
    key = reduce(or_, bits) >> 16
    found = [UNIQUE_FIVE_RANKS.get(key, 7463), DUPE_RANKS.get(reduce(mul, [b & 255 for b in bits]), 7463)]
    if reduce(and_, bits) >> 12 & 15:
        found.append(FLUSH_RANKS[key])
    return min(found)
