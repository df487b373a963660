# Compares the mean with the middle, 9 9 7 5 5 say.


def straight(ranks):
    return sum(ranks) == 5 * ranks[2] and ranks[0] - ranks[4] == 4


def flush(hand):
    return len({s for r, s in hand}) == 1
