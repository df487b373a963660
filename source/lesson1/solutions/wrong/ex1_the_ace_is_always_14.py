# Knows no low ace.


def card_ranks(hand):
    return sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
