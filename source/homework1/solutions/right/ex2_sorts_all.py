# Sorts all hands of five and takes the last.

def best_hand(hand: list) -> tuple:
    return sorted(combinations(hand, 5), key=hand_rank)[-1]
