# Makes a set of each hand of five.

def five_card_hands(hand: list) -> list:
    return [set(five) for five in combinations(hand, 5)]
