# Lets the ace stand in the middle.


def straight(ranks):
    rounds = [list(range(5)), *([(low + n) % 13 for n in range(5)] for low in range(13))]
    return any(sorted({rank % 13 for rank in ranks}) == sorted(each) for each in rounds)


def flush(hand):
    return len({s for r, s in hand}) == 1
