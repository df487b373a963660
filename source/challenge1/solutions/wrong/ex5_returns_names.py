# Returns the names, not a hand.


def best(cards):
    return max(combinations(cards, 5), key=strength)
