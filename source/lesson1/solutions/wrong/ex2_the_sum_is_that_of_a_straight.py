# Compares the sum with that of a straight from the highest rank on.


def straight(ranks):
    return sum(ranks) == sum(range(ranks[0] - 4, ranks[0] + 1))


def flush(hand):
    return len({s for r, s in hand}) == 1
