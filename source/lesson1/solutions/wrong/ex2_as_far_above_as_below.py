# Takes ranks that lie as far above the middle as below for a straight.


def straight(ranks):
    return len(set(ranks)) == 5 and ranks[0] - ranks[2] == ranks[2] - ranks[4] and ranks[1] - ranks[2] == ranks[2] - ranks[3]


def flush(hand):
    return len({s for r, s in hand}) == 1
