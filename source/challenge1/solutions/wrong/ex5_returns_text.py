# Returns the text, not a hand.


def best(cards):
    return " ".join(max(combinations(cards, 5), key=strength))
