# Returns 1 and 0.


def straight(ranks):
    return int(max(ranks) - min(ranks) == 4 and len(set(ranks)) == 5)


def flush(hand):
    return int(len({s for r, s in hand}) == 1)
