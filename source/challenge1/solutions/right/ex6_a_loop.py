# A loop that remembers the best so far.


def showdown(players, community):
    winners, most = [], 0
    for name in players:
        mine = 0
        for five in combinations([*players[name], *community], 5):
            mine = max(mine, strength(five))
        if mine > most:
            winners, most = [name], mine
        elif mine == most:
            winners.append(name)
    return winners
