# Looks at the first four ranks, and that the last is another.


def straight(ranks):
    return ranks[:4] == list(range(ranks[0], ranks[0] - 4, -1)) and len(set(ranks)) == 5


def flush(hand):
    return len({s for r, s in hand}) == 1
