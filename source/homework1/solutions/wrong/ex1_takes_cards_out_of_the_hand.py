# Takes the first card out of the hand itself.

def five_card_hands(hand: list) -> list:
    first = hand.pop(0)
    return [(first, *four) for four in combinations(hand, 4)] + list(combinations(hand, 5))
