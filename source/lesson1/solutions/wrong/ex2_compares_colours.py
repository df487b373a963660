# Takes one colour, red or black, for one suit.


def straight(ranks):
    return max(ranks) - min(ranks) == 4 and len(set(ranks)) == 5


def flush(hand):
    return len({s in 'HD' for r, s in hand}) == 1
