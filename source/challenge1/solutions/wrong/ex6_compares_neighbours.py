# A player wins who beats or equals the one before.


def showdown(players, community):
    winners, before = [], 0
    for name, own in players.items():
        mine = max(strength(five) for five in combinations(own + community, 5))
        if mine > before:
            winners = [name]
        elif mine == before:
            winners.append(name)
        before = mine
    return winners
