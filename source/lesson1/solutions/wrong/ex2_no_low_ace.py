# Allows for ranks from 2 only, and so for no low ace.


def straight(ranks):
    return max(ranks) - min(ranks) == 4 and len(set(ranks)) == 5 and min(ranks) >= 2


def flush(hand):
    return len({s for r, s in hand}) == 1
