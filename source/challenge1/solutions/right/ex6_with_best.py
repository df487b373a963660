# With the best hands, which can be compared.


def showdown(players, community):
    hands = {name: best(own + community) for name, own in players.items()}
    strongest = max(hands.values())
    return [name for name, hand in hands.items() if hand == strongest]
