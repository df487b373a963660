# Returns a list of texts of numpy.

import numpy as np


def best_hand(hand: list) -> tuple:
    ranked = {hand_rank(five): five for five in combinations(hand, 5)}
    return list(np.array(ranked[max(ranked)]))
