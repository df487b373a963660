# Tries two hundred of the possible hands, drawn at random.

from random import Random


def best_wild_hand(hand: list) -> tuple:
    sevens = possible_hands(hand)
    some = Random(' '.join(hand)).sample(sevens, min(len(sevens), 200))
    return max(map(best_hand, some), key=hand_rank)
