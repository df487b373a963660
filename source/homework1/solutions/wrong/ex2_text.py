# Makes a text of the hand.

def best_hand(hand: list) -> tuple:
    return ' '.join(max(combinations(hand, 5), key=hand_rank))
