# Forgets to look at the five.


def card_ranks(hand):
    ranks = sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    return [5, 4, 3, 2, 1] if ranks[0] == 14 and ranks[2:] == [4, 3, 2] else ranks
