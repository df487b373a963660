# Returns the cards that stay behind.

def five_card_hands(hand: list) -> list:
    return list(combinations(hand, 2))
