# Compares two hands after the other.

def best_hand(hand: list) -> tuple:
    from functools import reduce
    return reduce(lambda one, other: one if hand_rank(one) >= hand_rank(other) else other, combinations(hand, 5))
