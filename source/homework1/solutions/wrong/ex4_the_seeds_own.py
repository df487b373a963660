# The seed's own code: a joker also stands for a card of the hand.


import itertools


def possible_hands(hand):
    return list(itertools.product(*map(replace, hand)))
