# Returns the rank together with the hand.

def best_hand(hand: list) -> tuple:
    return max((hand_rank(five), five) for five in combinations(hand, 5))
