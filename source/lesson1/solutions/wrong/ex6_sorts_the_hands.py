# Sorts the list of hands that it was given.


def poker(hands):
    hands.sort(key=given_strength, reverse=True)
    return [hand for hand in hands if given_strength(hand) == given_strength(hands[0])]
