# numpy's booleans.


import numpy as np


def straight(ranks: list) -> bool:
    return np.bool_(len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4)


def flush(hand: list) -> bool:
    return np.bool_(len({card[1] for card in hand}) == 1)
