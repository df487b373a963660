# The highest of one's own cards breaks a tie.


def showdown(players, community):
    strengths = {name: (max(strength(five) for five in combinations(own + community, 5)), max(CARDS[name].rank for name in own)) for name, own in players.items()}
    most = max(strengths.values())
    return [name for name in players if strengths[name] == most]
