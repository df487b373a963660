# Numpy.

import numpy as np


def check_flush(hand):
    return int(np.bitwise_and.reduce([card.b for card in hand]) & 61440)
