# One card of their own and four of the table, or five of the table.


def showdown(players, community):
    strengths = {name: max(strength(five) for five in combinations(own + community, 5) if len(set(five) & set(own)) < 2) for name, own in players.items()}
    most = max(strengths.values())
    return [name for name in players if strengths[name] == most]
