# The weakest choice.


def best(cards):
    return Hand(" ".join(min(combinations(cards, 5), key=strength)))
