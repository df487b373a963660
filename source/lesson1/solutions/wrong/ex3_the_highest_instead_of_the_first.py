# Returns the highest rank, not the first.


def kind(n, ranks):
    return max((r for r in ranks if ranks.count(r) == n), default=None)


def two_pair(ranks):
    pairs = sorted({r for r in ranks if ranks.count(r) == 2}, reverse=True)
    return tuple(pairs) if len(pairs) == 2 else None
