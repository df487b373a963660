# The five highest cards.


def best(cards):
    return Hand(" ".join(sorted(cards, key=lambda name: CARDS[name].rank)[2:]))
