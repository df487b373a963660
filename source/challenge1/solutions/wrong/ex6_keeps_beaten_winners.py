# Keeps winners who are beaten later.


def showdown(players, community):
    winners, most = [], 0
    for name, own in players.items():
        mine = max(strength(five) for five in combinations(own + community, 5))
        if mine >= most:
            winners.append(name)
            most = mine
    return winners
