# All orders of five cards, as sets, each once.

def five_card_hands(hand: list) -> list:
    from itertools import permutations
    return [tuple(five) for five in {frozenset(five) for five in permutations(hand, 5)}]
