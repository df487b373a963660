# Calls it a tie only if the best five have the same cards, so two equal hands of different suits have one winner.


def showdown(players: dict, community: list) -> list:
    hands = {name: max(combinations(own + community, 5), key=strength) for name, own in players.items()}
    champion = max(hands, key=lambda name: strength(hands[name]))
    return [name for name in hands if set(hands[name]) == set(hands[champion])]
