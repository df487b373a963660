# Takes an ace beside ranks up to five for the low ace, A 5 5 3 2 say.


def card_ranks(hand):
    ranks = sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    return [5, 4, 3, 2, 1] if max(ranks) == 14 and sorted(ranks)[3] <= 5 else ranks
