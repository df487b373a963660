# Sorts the letters by the alphabet, where T comes after A.


def card_ranks(hand):
    letters = sorted((r for r, s in hand), reverse=True)
    ranks = ['--23456789TJQKA'.index(r) for r in letters]
    return [5, 4, 3, 2, 1] if ranks == [14, 5, 4, 3, 2] else ranks
