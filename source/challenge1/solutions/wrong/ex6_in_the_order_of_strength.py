# Sorts the winners by their names backwards.


def showdown(players, community):
    strengths = {name: max(strength(five) for five in combinations(own + community, 5)) for name, own in players.items()}
    most = max(strengths.values())
    return sorted((name for name in players if strengths[name] == most), reverse=True)
