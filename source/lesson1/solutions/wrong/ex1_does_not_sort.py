# Leaves the ranks in the order of the cards.


def card_ranks(hand):
    ranks = ['--23456789TJQKA'.index(r) for r, s in hand]
    return [5, 4, 3, 2, 1] if set(ranks) == {14, 5, 4, 3, 2} else ranks
