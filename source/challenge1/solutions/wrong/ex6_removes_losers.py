# Removes the losers from its input.


def showdown(players, community):
    strengths = {name: max(strength(five) for five in combinations(own + community, 5)) for name, own in players.items()}
    for name in strengths:
        if strengths[name] < max(strengths.values()):
            del players[name]
    return list(players)
