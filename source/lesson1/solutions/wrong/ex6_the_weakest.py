# Takes the lowest strength for the best, as in a race.


def poker(hands):
    best = min(map(given_strength, hands))
    return [hand for hand in hands if given_strength(hand) == best]
