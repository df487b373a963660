# Stops at the first hand that has any pattern.

def best_hand(hand: list) -> tuple:
    for five in combinations(hand, 5):
        if hand_rank(five)[0] > 0:
            return five
    return max(combinations(hand, 5), key=hand_rank)
