# Compares with A 5 4 3 2 before the ranks are sorted.


def card_ranks(hand):
    ranks = ['--23456789TJQKA'.index(r) for r, s in hand]
    if ranks == [14, 5, 4, 3, 2]:
        return [5, 4, 3, 2, 1]
    return sorted(ranks, reverse=True)
