# Removes cards from its input.


def best(cards):
    while len(cards) > 5:
        cards.remove(max(cards, key=lambda name: max(strength(five) for five in combinations([one for one in cards if one != name], 5))))
    return Hand(" ".join(cards))
