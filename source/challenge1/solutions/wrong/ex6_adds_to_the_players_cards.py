# Puts the community cards into the lists of the players.


def showdown(players, community):
    strengths = {}
    for name, own in players.items():
        own += community
        strengths[name] = max(strength(five) for five in combinations(own, 5))
    return [name for name in players if strengths[name] == max(strengths.values())]
