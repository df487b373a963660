# Looks at 5 4 3 2 below any rank, K 5 4 3 2 say.


def card_ranks(hand):
    ranks = sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    return [5, 4, 3, 2, 1] if ranks[1:] == [5, 4, 3, 2] else ranks
