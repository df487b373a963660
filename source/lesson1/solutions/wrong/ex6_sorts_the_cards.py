# Sorts the cards of each hand.


def poker(hands):
    for hand in hands:
        hand.sort()
    best = max(map(given_strength, hands))
    return [hand for hand in hands if given_strength(hand) == best]
