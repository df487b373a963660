# One of one's own cards at most.


def showdown(players, community):
    strengths = {name: max(strength([*mine, *theirs]) for used in (0, 1) for mine in combinations(own, used) for theirs in combinations(community, 5 - used)) for name, own in players.items()}
    most = max(strengths.values())
    return [name for name in players if strengths[name] == most]
