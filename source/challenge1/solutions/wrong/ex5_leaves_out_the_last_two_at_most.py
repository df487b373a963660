# Leaves out one of the first six cards and the last.


def best(cards):
    return Hand(" ".join(max(combinations(cards[:6], 5), key=strength)))
