# Returns the rank and not the hand.

def best_hand(hand: list) -> tuple:
    return max(hand_rank(five) for five in combinations(hand, 5))
