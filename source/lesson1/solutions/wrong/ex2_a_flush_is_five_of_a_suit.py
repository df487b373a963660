# Counts to five, whatever the number of cards.


def straight(ranks):
    return max(ranks) - min(ranks) == 4 and len(set(ranks)) == 5


def flush(hand):
    suits = [s for r, s in hand]
    return any(suits.count(s) == 5 for s in 'SHDC')
