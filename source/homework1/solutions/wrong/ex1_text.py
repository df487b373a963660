# Makes a text of each hand.

def five_card_hands(hand: list) -> list:
    return [' '.join(five) for five in combinations(hand, 5)]
