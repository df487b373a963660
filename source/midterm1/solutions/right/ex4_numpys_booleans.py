# numpy's booleans.


import numpy as np


def get_reductions(hand):
    W, X, Y, Z = cards_info(hand)["suit_groups"].values()
    in_arbitrary_pair = (W & X) | (Y & Z)
    flush = np.bool_(5 in (count_bits(W), count_bits(X), count_bits(Y), count_bits(Z)))
    hand_ranks = W | X | Y | Z
    quads = W & X & Y & Z
    odd_ranks = W ^ X ^ Y ^ Z
    trips = odd_ranks & in_arbitrary_pair
    five_high = np.bool_(hand_ranks == 4111)
    straight = np.bool_(five_high or count_bits(hand_ranks & hand_ranks >> 1) == 4)
    return flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, count_bits(hand_ranks)
