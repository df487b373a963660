# Puts a card back before the next is chosen.

def five_card_hands(hand: list) -> list:
    from itertools import combinations_with_replacement
    return list(combinations_with_replacement(hand, 5))
