# Numpy counts.

import numpy as np


def hand_percentages(n=100_000):
    codes = np.fromiter((given_type(hand) for hand in given_hands(n)), dtype=int)
    return (np.bincount(codes, minlength=9) / n * 100).tolist()
