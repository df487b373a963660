# Takes a straight for stronger than a flush.

def best_hand(hand: list) -> tuple:
    def strength(five):
        code, *values = hand_rank(five)
        return ({4: 5, 5: 4}.get(code, code), *values)

    return max(combinations(hand, 5), key=strength)
