# Asks for the rank of all seven cards.

def best_hand(hand: list) -> tuple:
    hand_rank(hand)
    return tuple(hand)
