# The seed's own code, before it comes to the low ace: it returns what sort returns.


def card_ranks(hand):
    "Return a list of the ranks, sorted with higher first."
    ranks = ['--23456789TJQKA'.index(r) for r, s in hand]
    return ranks.sort(reverse=True)
