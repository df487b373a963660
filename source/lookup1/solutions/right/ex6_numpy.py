# Numpy.

import numpy as np


def get_strength(hand):
    bits = np.array([card.b for card in hand], dtype=np.int64)
    encoding = int(np.bitwise_or.reduce(bits) >> 16)
    if np.bitwise_and.reduce(bits) & 61440:
        return FLUSH_RANKS[encoding]
    if encoding in UNIQUE_FIVE_RANKS:
        return UNIQUE_FIVE_RANKS[encoding]
    return DUPE_RANKS[int((bits & 255).prod())]
