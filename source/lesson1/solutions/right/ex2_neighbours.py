# Compares neighbours, and every suit with the first.


def straight(ranks):
    return all(higher - lower == 1 for higher, lower in zip(ranks, ranks[1:]))


def flush(hand):
    return all(card[1] == hand[0][1] for card in hand)
