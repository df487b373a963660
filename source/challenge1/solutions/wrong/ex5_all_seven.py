# Makes a hand of all seven cards.


def best(cards):
    return Hand(" ".join(cards))
