# Adds the ranks up: A 6 4 2 2 gives 28 as well.


def card_ranks(hand):
    ranks = sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    return [5, 4, 3, 2, 1] if ranks[0] == 14 and sum(ranks) == 28 else ranks
