# Compares the first characters, which are ranks.


def straight(ranks):
    return max(ranks) - min(ranks) == 4 and len(set(ranks)) == 5


def flush(hand):
    return len({card[0] for card in hand}) == 1
