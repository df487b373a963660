# Each hand is an iterator.

def five_card_hands(hand: list) -> list:
    return [iter(five) for five in combinations(hand, 5)]
