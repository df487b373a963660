# Forgets to look at the three.


def card_ranks(hand):
    ranks = sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    return [5, 4, 3, 2, 1] if ranks[:3] + ranks[4:] == [14, 5, 4, 2] else ranks
