# Takes two hands of the same type for a tie.


def poker(hands):
    best = max(map(given_type, hands))
    return [hand for hand in hands if given_type(hand) == best]
