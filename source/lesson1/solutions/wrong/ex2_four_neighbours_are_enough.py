# Takes four ranks in a row for a straight.


def straight(ranks):
    return sum(a - b == 1 for a, b in zip(ranks, ranks[1:])) >= 3


def flush(hand):
    return len({s for r, s in hand}) == 1
