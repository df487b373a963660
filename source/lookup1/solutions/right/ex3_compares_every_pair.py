# Compares each card with each other one.

from itertools import combinations


def check_unique_five(hand):
    return all(one.value_i != other.value_i for one, other in combinations(hand, 2))
