# Updates the best rank but forgets the best hand.

def best_hand(hand: list) -> tuple:
    best, best_rank = hand[:5], (0,)
    for five in combinations(hand, 5):
        if hand_rank(five) > best_rank:
            best_rank = hand_rank(five)
    return best
