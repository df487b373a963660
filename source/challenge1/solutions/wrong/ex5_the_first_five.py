# The first five cards.


def best(cards):
    return Hand(" ".join(cards[:5]))
