# Takes four cards, and the highest of the others.


def best(cards):
    def four_strong(four):
        rest = [name for name in cards if name not in four]
        return strength([*four, max(rest, key=lambda name: CARDS[name].rank)])

    four = max(combinations(cards[:5], 4), key=four_strong)
    rest = [name for name in cards if name not in four]
    return Hand(" ".join([*four, max(rest, key=lambda name: CARDS[name].rank)]))
