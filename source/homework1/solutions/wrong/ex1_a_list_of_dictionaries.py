# Makes a dictionary of each hand of five.

def five_card_hands(hand: list) -> list:
    return [dict.fromkeys(five) for five in combinations(hand, 5)]
