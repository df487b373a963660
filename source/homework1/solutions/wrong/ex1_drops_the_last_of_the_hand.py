# Empties the hand on its way.

def five_card_hands(hand: list) -> list:
    hands = list(combinations(hand, 5))
    hand.clear()
    return hands
