# Calls functions like those of the exercises 1 to 3, one question after the other.


def kind_(n, ranks):
    for rank in ranks:
        if ranks.count(rank) == n:
            return rank
    return None


def hand_rank(hand):
    ranks = sorted(['--23456789TJQKA'.index(rank) for rank, suit in hand], reverse=True)
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    run = max(ranks) - min(ranks) == 4 and len(set(ranks)) == 5
    suited = len({suit for rank, suit in hand}) == 1
    low = kind_(2, ranks[::-1])
    if run and suited:
        return (8, max(ranks))
    elif kind_(4, ranks):
        return (7, kind_(4, ranks), kind_(1, ranks))
    elif kind_(3, ranks) and kind_(2, ranks):
        return (6, kind_(3, ranks), kind_(2, ranks))
    elif suited:
        return (5, ranks)
    elif run:
        return (4, max(ranks))
    elif kind_(3, ranks):
        return (3, kind_(3, ranks), ranks)
    elif low and kind_(2, ranks) != low:
        return (2, kind_(2, ranks), low, ranks)
    elif low:
        return (1, low, ranks)
    else:
        return (0, ranks[0], ranks[1], ranks[2], ranks[3], ranks[4])
