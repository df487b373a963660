# Counts from end to end, and takes five apart for a straight.


def straight(ranks):
    return max(ranks) - min(ranks) == 5 and len(set(ranks)) == 5


def flush(hand):
    return len({s for r, s in hand}) == 1
