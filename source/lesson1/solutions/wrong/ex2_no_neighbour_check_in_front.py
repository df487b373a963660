# Looks at the last four ranks, and that the first is another.


def straight(ranks):
    return ranks[1:] == list(range(ranks[1], ranks[1] - 4, -1)) and len(set(ranks)) == 5


def flush(hand):
    return len({s for r, s in hand}) == 1
