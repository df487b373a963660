# Lists all the ranks of a straight.


def card_ranks_(hand):
    ranks = sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    return [5, 4, 3, 2, 1] if ranks == [14, 5, 4, 3, 2] else ranks


def straight_(ranks):
    return max(ranks) - min(ranks) == 4 and len(set(ranks)) == 5


def flush_(hand):
    return len({s for r, s in hand}) == 1


def kind_(n, ranks):
    for r in ranks:
        if ranks.count(r) == n:
            return r
    return None


def two_pair_(ranks):
    high, low = kind_(2, ranks), kind_(2, list(reversed(ranks)))
    return (high, low) if high and high != low else None


def hand_rank(hand):
    ranks = card_ranks_(hand)
    if straight_(ranks) and flush_(hand):
        return (8, max(ranks))
    elif kind_(4, ranks):
        return (7, kind_(4, ranks), kind_(1, ranks))
    elif kind_(3, ranks) and kind_(2, ranks):
        return (6, kind_(3, ranks), kind_(2, ranks))
    elif flush_(hand):
        return (5, ranks)
    elif straight_(ranks):
        return (4, ranks)
    elif kind_(3, ranks):
        return (3, kind_(3, ranks), ranks)
    elif two_pair_(ranks):
        return (2, *two_pair_(ranks), ranks)
    elif kind_(2, ranks):
        return (1, kind_(2, ranks), ranks)
    else:
        return (0, *ranks)
