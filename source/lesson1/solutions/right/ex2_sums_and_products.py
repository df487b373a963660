# The squares of the distances from the middle add up to 10 and no rank comes twice.


def straight(ranks):
    middle = ranks[2]
    return len(set(ranks)) == len(ranks) and sum((rank - middle) ** 2 for rank in ranks) == 10


def flush(hand):
    return not any(card[1] != hand[0][1] for card in hand)
