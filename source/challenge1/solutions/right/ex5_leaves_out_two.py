# Leaves out two cards, in every way.


def best(cards):
    found, most = None, 0
    for one in range(7):
        for other in range(one):
            five = [name for place, name in enumerate(cards) if place not in (one, other)]
            if strength(five) > most:
                found, most = five, strength(five)
    return Hand(" ".join(found))
