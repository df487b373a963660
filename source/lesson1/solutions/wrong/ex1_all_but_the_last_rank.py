# Looks at all ranks but the lowest: A 5 4 3 3 is no straight.


def card_ranks(hand):
    ranks = sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    return [5, 4, 3, 2, 1] if ranks[:4] == [14, 5, 4, 3] else ranks
