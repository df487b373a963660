# Returns a numpy number, which equals the int: a product of arrays.

import numpy as np


def score_from_info(hand_type, primary, secondary):
    parts = np.array([poker_info["HAND_TYPES"][hand_type], primary, secondary], dtype=np.int64)
    return parts @ np.array([1 << 26, 1 << 13, 1])
