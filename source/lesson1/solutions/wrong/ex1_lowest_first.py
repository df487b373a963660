# Sorts with the lowest rank first.


def card_ranks(hand):
    ranks = sorted('--23456789TJQKA'.index(r) for r, s in hand)
    return [1, 2, 3, 4, 5] if ranks == [2, 3, 4, 5, 14] else ranks
