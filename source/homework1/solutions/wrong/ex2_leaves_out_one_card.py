# Chooses six cards of seven.

def best_hand(hand: list) -> tuple:
    return max(combinations(hand, 6), key=lambda six: hand_rank(six[:5]))
