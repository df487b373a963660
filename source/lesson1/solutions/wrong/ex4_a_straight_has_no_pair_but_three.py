# A straight is a span of 4 without a pair, which three of a kind also is.


def hand_rank(hand: list) -> tuple:
    ranks = card_ranks(hand)
    is_straight = ranks[0] - ranks[4] == 4 and kind(2, ranks) is None and kind(4, ranks) is None
    if is_straight and flush(hand):
        return (8, ranks[0])
    if kind(4, ranks):
        return (7, kind(4, ranks), kind(1, ranks))
    if kind(3, ranks) and kind(2, ranks):
        return (6, kind(3, ranks), kind(2, ranks))
    if flush(hand):
        return (5, ranks)
    if is_straight:
        return (4, ranks[0])
    if kind(3, ranks):
        return (3, kind(3, ranks), ranks)
    if two_pair(ranks):
        return (2, *two_pair(ranks), ranks)
    if kind(2, ranks):
        return (1, kind(2, ranks), ranks)
    return (0, *ranks)
