# Takes each order of the same five cards for a hand of its own.

def five_card_hands(hand: list) -> list:
    from itertools import permutations
    return list(permutations(hand, 5))
