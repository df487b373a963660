# Numpy.

import numpy as np


def get_godel_number(hand):
    return int(np.prod([card.b & 255 for card in hand]))
