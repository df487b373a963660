# The sixth and seventh card break a tie.


def showdown(players, community):
    strengths = {name: (max(strength(five) for five in combinations(own + community, 5)), sorted((CARDS[name].rank for name in own + community), reverse=True)) for name, own in players.items()}
    most = max(strengths.values())
    return [name for name in players if strengths[name] == most]
