# Needs two players.


def showdown(players, community):
    (first, most), *others = sorted(
        ((name, max(strength(five) for five in combinations(own + community, 5))) for name, own in players.items()),
        key=lambda one: -one[1],
    )
    if others[0][1] < most:
        return [first]
    return [name for name in players if name == first or (name, most) in others]
