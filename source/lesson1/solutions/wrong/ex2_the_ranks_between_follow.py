# Looks at the three ranks between and at the distance of the ends.


def straight(ranks):
    return ranks[0] - ranks[4] == 4 and ranks[1] - ranks[2] == 1 == ranks[2] - ranks[3]


def flush(hand):
    return len({s for r, s in hand}) == 1
