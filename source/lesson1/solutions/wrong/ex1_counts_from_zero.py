# Takes the place in the text for the rank, so that a two is 0.


def card_ranks(hand):
    ranks = sorted(('23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    return [5, 4, 3, 2, 1] if ranks == [12, 3, 2, 1, 0] else ranks
