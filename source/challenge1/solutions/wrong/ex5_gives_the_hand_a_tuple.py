# Gives the hand a tuple of names.


def best(cards):
    return Hand(max(combinations(cards, 5), key=strength))
