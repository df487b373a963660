# Returns a numpy number, which equals the int.

import numpy as np


def get_godel_number(hand):
    return np.prod([card.b & 255 for card in hand], dtype=np.int64)
