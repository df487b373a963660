# Takes the lower rank for the better.

def best_hand(hand: list) -> tuple:
    return min(combinations(hand, 5), key=hand_rank)
