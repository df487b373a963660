# Both of one's own cards must be used.


def showdown(players, community):
    strengths = {name: max(strength(own + list(three)) for three in combinations(community, 3)) for name, own in players.items()}
    most = max(strengths.values())
    return [name for name in players if strengths[name] == most]
