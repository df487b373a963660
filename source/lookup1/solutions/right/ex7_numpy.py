# Numpy.

import numpy as np


def get_category(strength):
    names = ["royal flush", "straight flush", "four of a kind", "full house", "flush",
             "straight", "three of a kind", "two pair", "pair", "high card"]
    last = np.cumsum([1, 9, 156, 156, 1277, 10, 858, 858, 2860, 1277])
    return names[np.searchsorted(last, strength)]
