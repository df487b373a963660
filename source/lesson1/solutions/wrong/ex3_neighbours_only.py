# Looks for equal neighbours, and finds nothing in a list that is not sorted.

from itertools import groupby


def kind(n, ranks):
    return next((r for r, same in groupby(ranks) if len(list(same)) == n), None)


def two_pair(ranks):
    pairs = sorted({r for r in ranks if ranks.count(r) == 2}, reverse=True)
    return tuple(pairs) if len(pairs) == 2 else None
