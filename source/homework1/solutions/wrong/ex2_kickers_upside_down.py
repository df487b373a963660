# Of hands with equal patterns, takes the weaker.

def best_hand(hand: list) -> tuple:
    hands = list(combinations(hand, 5))
    best = max(hand_rank(five)[:2] for five in hands)
    return min((five for five in hands if hand_rank(five)[:2] == best), key=hand_rank)
