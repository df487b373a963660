# Numpy.

import numpy as np


def get_encoding(hand):
    return int(np.bitwise_or.reduce(np.array([card.b for card in hand]) >> 16))
