# Takes the ace for 1 only if the hand is no flush.


def card_ranks(hand):
    ranks = sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    low = ranks == [14, 5, 4, 3, 2] and len({s for r, s in hand}) > 1
    return [5, 4, 3, 2, 1] if low else ranks
