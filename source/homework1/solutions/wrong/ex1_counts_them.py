# Returns how many hands there are.

def five_card_hands(hand: list) -> list:
    return len(list(combinations(hand, 5)))
