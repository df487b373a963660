# reduce.

from functools import reduce


def get_encoding(hand):
    return reduce(lambda bits, card: bits | card.b >> 16, hand, 0)
