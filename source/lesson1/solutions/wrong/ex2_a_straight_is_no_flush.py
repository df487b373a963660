# Says of a flush whose ranks are a straight that it is none.


def straight(ranks):
    return max(ranks) - min(ranks) == 4 and len(set(ranks)) == 5


def flush(hand):
    ranks = sorted('--23456789TJQKA'.index(r) for r, s in hand)
    run = len(hand) == 5 and len(set(ranks)) == 5 and ranks[-1] - ranks[0] == 4
    return len({s for r, s in hand}) == 1 and not run
