# Builds the straight that it should be, and counts the first suit.


def straight(ranks):
    return ranks == list(range(ranks[0], ranks[0] - 5, -1))


def flush(hand):
    suits = [suit for rank, suit in hand]
    return suits.count(suits[0]) == len(hand)
