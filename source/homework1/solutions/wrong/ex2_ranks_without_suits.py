# Returns the ranks of the cards without their suits.

def best_hand(hand: list) -> tuple:
    return tuple(card[0] for card in max(combinations(hand, 5), key=hand_rank))
