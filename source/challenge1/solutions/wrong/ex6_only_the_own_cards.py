# Compares the players' own cards.


def showdown(players, community):
    strengths = {name: sorted((CARDS[name].rank for name in own), reverse=True) for name, own in players.items()}
    most = max(strengths.values())
    return [name for name in players if strengths[name] == most]
