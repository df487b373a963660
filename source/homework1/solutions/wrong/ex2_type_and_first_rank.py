# Compares the type and the first rank, and forgets the other cards.

def best_hand(hand: list) -> tuple:
    return max(combinations(hand, 5), key=lambda five: hand_rank(five)[:2])
