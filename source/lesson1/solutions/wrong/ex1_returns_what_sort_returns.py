# Returns list.sort(), which is None.


def card_ranks(hand):
    ranks = ['--23456789TJQKA'.index(r) for r, s in hand]
    return ranks.sort(reverse=True)
