# Keeps a list of winners that it empties, with a helper of its own.


def showdown(players, community):
    best, winners = 0, []
    for name in players:
        value = 0
        cards = [*players[name], *community]
        for one in range(7):
            for other in range(one):
                value = max(value, strength([c for n, c in enumerate(cards) if n not in (one, other)]))
        if value > best:
            best, winners = value, []
        winners += [name] * (value == best)
    return winners
