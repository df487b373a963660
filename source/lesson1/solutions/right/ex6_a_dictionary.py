# Collects hands by strength.


def poker(hands):
    by_strength = {}
    for hand in hands:
        by_strength.setdefault(given_strength(hand), []).append(hand)
    return by_strength[max(by_strength)]
