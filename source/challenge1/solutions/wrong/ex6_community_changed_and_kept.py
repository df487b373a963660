# Puts the own cards on the table and leaves them there, so the next player may use them.


def showdown(players: dict, community: list) -> list:
    table = list(community)
    values = {}
    for name, own in players.items():
        table.extend(own)
        values[name] = max(map(strength, combinations(table, 5)))
    return [name for name in values if values[name] == max(values.values())]
