# Joins the names without a space.


def best(cards):
    return Hand("".join(max(combinations(cards, 5), key=strength)))
