# The seed's own code, the version with a table: it does not call group.


def group(items):
    """Returns a list of [(count, x)...], highest count first,
    then highest x first."""
    groups = [(items.count(x), x) for x in set(items)]
    return sorted(groups, reverse=True)


def unzip(pairs):
    return zip(*pairs)


count_rankings = {
    (5,): 10,
    (4, 1): 7,
    (3, 2): 6,
    (3, 1, 1): 3,
    (2, 2, 1): 2,
    (2, 1, 1, 1): 1,
    (1, 1, 1, 1, 1): 0
}


def hand_rank_by_groups(hand):
    "Return a value indicating how high the hand ranks."
    groups = (['--23456789TJQKA'.index(r) for r, s in hand])
    counts, ranks = unzip(groups) # Not yet defined.
    if ranks == (14, 5, 4, 3, 2):
        ranks = (5, 4, 3, 2, 1)
    straight = len(ranks) == 5 and max(ranks) - min(ranks) == 4
    flush = len(set([s for r,s in hand])) == 1
    return max(count_rankings[counts], 4*straight, 5*flush), ranks
