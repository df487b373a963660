# Numpy.

import numpy as np


def check_unique_five(hand):
    return bool(np.unique([card.value_i for card in hand]).size == 5)
