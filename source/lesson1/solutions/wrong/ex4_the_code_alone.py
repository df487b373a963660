# Returns the code alone, as if all hands of a type were equal.


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
        return 8
    elif kind_(4, ranks):
        return 7
    elif kind_(3, ranks) and kind_(2, ranks):
        return 6
    elif flush_(hand):
        return 5
    elif straight_(ranks):
        return 4
    elif kind_(3, ranks):
        return 3
    elif two_pair_(ranks):
        return 2
    elif kind_(2, ranks):
        return 1
    else:
        return 0
