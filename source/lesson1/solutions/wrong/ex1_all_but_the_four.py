# Forgets to look at the four.


def card_ranks(hand):
    ranks = sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    return [5, 4, 3, 2, 1] if ranks[:2] + ranks[3:] == [14, 5, 3, 2] else ranks
