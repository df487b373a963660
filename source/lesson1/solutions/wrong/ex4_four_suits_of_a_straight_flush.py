# Looks at the suits of the first four cards only when it asks for a straight flush.

def hand_rank(hand: list) -> tuple:
    ranks = card_ranks(hand)
    one_suit = flush(hand[:4])
    if straight(ranks) and one_suit:
        return 8, ranks[0]
    if kind(4, ranks):
        return 7, kind(4, ranks), kind(1, ranks)
    if kind(3, ranks) and kind(2, ranks):
        return 6, kind(3, ranks), kind(2, ranks)
    if flush(hand):
        return 5, ranks
    if straight(ranks):
        return 4, ranks[0]
    if kind(3, ranks):
        return 3, kind(3, ranks), ranks
    if two_pair(ranks):
        return 2, *two_pair(ranks), ranks
    if kind(2, ranks):
        return 1, kind(2, ranks), ranks
    return 0, *ranks
