# Takes four cards of a suit for a flush.


def straight(ranks):
    return max(ranks) - min(ranks) == 4 and len(set(ranks)) == 5


def flush(hand):
    suits = [s for r, s in hand]
    return max(suits.count(s) for s in suits) >= min(4, len(suits))
