# Sorts its input.


def best(cards):
    cards.sort()
    return Hand(" ".join(max(combinations(cards, 5), key=strength)))
