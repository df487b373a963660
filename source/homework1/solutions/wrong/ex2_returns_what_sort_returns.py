# Returns what list.sort returns, which is None.

def best_hand(hand: list) -> tuple:
    return list(max(combinations(hand, 5), key=hand_rank)).sort()
