# The seed's own code: a joker also stands for a card of the hand.


import itertools


def best_wild_hand(hand):
    hands = set(best_hand(h)
                for h in itertools.product(*map(replace, hand)))
    return max(hands, key=hand_rank)
