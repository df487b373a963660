# Makes the low ace a 1 but leaves it in front.


def card_ranks(hand):
    ranks = sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    return [1, 5, 4, 3, 2] if ranks == [14, 5, 4, 3, 2] else ranks
