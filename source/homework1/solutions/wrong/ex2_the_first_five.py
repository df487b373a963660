# Takes the first five cards.

def best_hand(hand: list) -> tuple:
    return hand[:5]
