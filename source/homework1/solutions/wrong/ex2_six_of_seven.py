# Never looks at hands with the last card and the first.

def best_hand(hand: list) -> tuple:
    return max([*combinations(hand[1:], 5), *combinations(hand[:-1], 5)], key=hand_rank)
