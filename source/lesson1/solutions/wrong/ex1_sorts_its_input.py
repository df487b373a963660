# Sorts the hand that it was given.


def card_ranks(hand):
    hand.sort(key=lambda card: '--23456789TJQKA'.index(card[0]), reverse=True)
    ranks = ['--23456789TJQKA'.index(r) for r, s in hand]
    return [5, 4, 3, 2, 1] if ranks == [14, 5, 4, 3, 2] else ranks
