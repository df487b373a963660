# The first of the strongest wins alone.


def showdown(players, community):
    strengths = {name: max(strength(five) for five in combinations(own + community, 5)) for name, own in players.items()}
    most = max(strengths.values())
    return [max(strengths, key=strengths.get)]
