# Compares only the first card with the last.


def straight(ranks):
    return max(ranks) - min(ranks) == 4 and len(set(ranks)) == 5


def flush(hand):
    return hand[0][1] == hand[-1][1]
