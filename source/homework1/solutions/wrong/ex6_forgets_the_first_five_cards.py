# Never tries the first five of the seven cards.

def best_wild_hand(hand: list) -> tuple:
    fives = (five for seven in possible_hands(hand) for five in list(combinations(seven, 5))[1:])
    return max(fives, key=hand_rank)
