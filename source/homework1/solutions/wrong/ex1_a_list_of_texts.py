# Joins the cards of each hand to a text.

def five_card_hands(hand: list) -> list:
    return [' '.join(five) for five in combinations(hand, 5)]
