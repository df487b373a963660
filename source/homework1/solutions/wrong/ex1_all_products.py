# Chooses each of the five cards from all seven.

def five_card_hands(hand: list) -> list:
    return list(product(hand, repeat=5))
