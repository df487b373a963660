# Returns numpy booleans and numbers, which equal those of Python.

import numpy as np


def get_reductions(hand):
    table = np.array([[hand >> 13 * suit + rank & 1 for rank in range(13)] for suit in range(4)])
    times = table.sum(axis=0)
    weights = 1 << np.arange(13)

    def bits(mask):
        return weights[mask].sum()

    ranks = np.flatnonzero(times)
    five_high = ranks.tolist() == [0, 1, 2, 3, 12]
    straight = five_high or (ranks.size == 5 and int(ranks[-1] - ranks[0]) == 4)
    return (
        (table.sum(axis=1) == 5).any(),
        bits(times > 0),
        bits(times == 4),
        bits(times % 2 == 1),
        bits(times == 3),
        five_high,
        straight,
        int(ranks.size),
    )
