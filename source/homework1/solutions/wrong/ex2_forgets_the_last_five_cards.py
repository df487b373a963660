# Never tries the last five of the seven cards.

def best_hand(hand: list) -> tuple:
    fives = list(combinations(hand, 5))
    best = fives[0]
    for i in range(1, len(fives) - 1):
        if hand_rank(fives[i]) > hand_rank(best):
            best = fives[i]
    return best
