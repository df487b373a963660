# Leaves the five community cards alone out.


def showdown(players, community):
    strengths = {name: max(strength(five) for five in combinations(own + community, 5) if set(five) & set(own)) for name, own in players.items()}
    most = max(strengths.values())
    return [name for name in players if strengths[name] == most]
