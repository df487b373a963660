# How many of one's own cards: none, one or two.


def showdown(players, community):
    def strongest(own):
        return max(
            strength(mine + theirs)
            for used in range(3)
            for mine in combinations(own, used)
            for theirs in combinations(community, 5 - used)
        )

    most = max(map(strongest, players.values()))
    return list(filter(lambda name: strongest(players[name]) == most, players))
