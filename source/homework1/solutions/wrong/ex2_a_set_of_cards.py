# Returns a set.

def best_hand(hand: list) -> tuple:
    return set(max(combinations(hand, 5), key=hand_rank))
