# Returns the strength.


def best(cards):
    return max(strength(five) for five in combinations(cards, 5))
