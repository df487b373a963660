# Stops at the first hand of the best type.

def best_hand(hand: list) -> tuple:
    hands = list(combinations(hand, 5))
    best = max(hand_rank(five)[0] for five in hands)
    return next(five for five in hands if hand_rank(five)[0] == best)
