# Compares the ends with the middle, whatever lies between.


def straight(ranks):
    return ranks[0] - ranks[2] == 2 == ranks[2] - ranks[4]


def flush(hand):
    return len({s for r, s in hand}) == 1
