# Sorts the hand itself.

def five_card_hands(hand: list) -> list:
    hand.sort()
    return list(combinations(hand, 5))
