# Multiplies in 16 bits, which overflow.

import numpy as np


def get_godel_number(hand):
    return int(np.prod(np.array([card.b & 255 for card in hand], dtype=np.int16), dtype=np.int16))
