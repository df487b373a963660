# Groups the players by their strength.


def showdown(players, community):
    groups = {}
    for name, own in players.items():
        best_of_all = sorted(combinations(own + community, 5), key=strength)[-1]
        groups.setdefault(strength(best_of_all), []).append(name)
    return groups[max(groups)]
