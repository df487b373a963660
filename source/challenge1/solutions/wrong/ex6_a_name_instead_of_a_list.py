# A name instead of a list, where one wins.


def showdown(players, community):
    strengths = {name: max(strength(five) for five in combinations(own + community, 5)) for name, own in players.items()}
    most = max(strengths.values())
    return [name for name in players if strengths[name] == most] if list(strengths.values()).count(most) > 1 else max(strengths, key=strengths.get)
