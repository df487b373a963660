# The seed's own code, with the given hand_rank.


import itertools


def best_hand(hand):
    "From a 7-card hand, return the best 5 card hand."
    hands = itertools.combinations(hand, 5)
    return max(hands, key=hand_rank)
