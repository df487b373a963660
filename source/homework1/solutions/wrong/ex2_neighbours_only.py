# Looks at five neighbours in the list only.

def best_hand(hand: list) -> tuple:
    return max((hand[start:start + 5] for start in range(3)), key=hand_rank)
