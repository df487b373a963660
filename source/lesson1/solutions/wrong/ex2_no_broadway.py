# Knows straights up to the king only.


def straight(ranks):
    return ranks == list(range(ranks[0], ranks[0] - 5, -1)) and ranks[0] < 14


def flush(hand):
    return len({s for r, s in hand}) == 1
