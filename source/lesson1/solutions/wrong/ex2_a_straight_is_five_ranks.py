# Takes five different ranks for a straight.


def straight(ranks):
    return len(set(ranks)) == 5


def flush(hand):
    return len({s for r, s in hand}) == 1
