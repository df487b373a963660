# Keeps the best that a loop has met.

def best_hand(hand: list) -> tuple:
    best = None
    for five in combinations(hand, 5):
        if best is None or hand_rank(five) > hand_rank(best):
            best = five
    return best
