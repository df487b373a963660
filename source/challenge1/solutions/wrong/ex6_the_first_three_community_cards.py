# Only the first three community cards.


def showdown(players, community):
    strengths = {name: strength(own + community[:3]) for name, own in players.items()}
    most = max(strengths.values())
    return [name for name in players if strengths[name] == most]
