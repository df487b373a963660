# Expects the lowest rank first.


def straight(ranks):
    return ranks == list(range(ranks[0], ranks[0] + 5))


def flush(hand):
    return len({s for r, s in hand}) == 1
