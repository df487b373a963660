# Numpy.

import numpy as np


def card_ranks(hand):
    ranks = np.array(['--23456789TJQKA'.index(card[0]) for card in hand])
    ranks = np.sort(ranks)[::-1]
    if (ranks == [14, 5, 4, 3, 2]).all():
        ranks = np.arange(5, 0, -1)
    return ranks.tolist()
