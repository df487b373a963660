# A question for each type, from the top.


def group_(items):
    return sorted(((items.count(item), item) for item in set(items)), reverse=True)


def hand_rank_by_groups(hand):
    groups = group_(['--23456789TJQKA'.index(rank) for rank, suit in hand])
    counts, ranks = zip(*groups)
    if ranks == (14, 5, 4, 3, 2):
        ranks = (5, 4, 3, 2, 1)
    straight_ = len(ranks) == 5 and max(ranks) - min(ranks) == 4
    flush_ = len({suit for rank, suit in hand}) == 1
    return (10 if counts == (5,) else
            9 if straight_ and flush_ else
            7 if counts == (4, 1) else
            6 if counts == (3, 2) else
            5 if flush_ else
            4 if straight_ else
            3 if counts == (3, 1, 1) else
            2 if counts == (2, 2, 1) else
            1 if counts == (2, 1, 1, 1) else
            0), ranks
