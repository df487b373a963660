# Groups of neighbours for the sorted ranks; a filter for those that are not.

from itertools import groupby


def kind(n, ranks):
    return next(filter(lambda rank: ranks.count(rank) == n, ranks), None)


def two_pair(ranks):
    pairs = tuple(rank for rank, same in groupby(ranks) if len(list(same)) == 2)
    return pairs if len(pairs) == 2 else None
