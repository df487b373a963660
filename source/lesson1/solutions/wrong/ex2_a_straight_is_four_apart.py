# A straight is a hand whose ends are four apart, also with a pair.


def straight(ranks):
    return max(ranks) - min(ranks) == 4


def flush(hand):
    return len({s for r, s in hand}) == 1
