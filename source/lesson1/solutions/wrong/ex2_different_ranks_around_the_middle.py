# Takes different ranks whose mean is the one in the middle for a straight, 10 9 7 5 4 say.


def straight(ranks):
    return len(set(ranks)) == 5 and sum(ranks) == 5 * ranks[2]


def flush(hand):
    return len({s for r, s in hand}) == 1
