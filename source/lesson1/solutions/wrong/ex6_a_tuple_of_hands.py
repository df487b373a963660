# Returns a tuple.


def poker(hands):
    best = max(map(given_strength, hands))
    return tuple(hand for hand in hands if given_strength(hand) == best)
