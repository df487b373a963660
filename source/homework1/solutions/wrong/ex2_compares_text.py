# Forgets the key, so that the cards are compared as text.

def best_hand(hand: list) -> tuple:
    return max(combinations(hand, 5))
