# Compares the type and not the ranks.

def best_hand(hand: list) -> tuple:
    return max(combinations(hand, 5), key=lambda five: hand_rank(five)[0])
