# Returns whether there is one, not which.


def kind(n, ranks):
    return any(ranks.count(r) == n for r in ranks)


def two_pair(ranks):
    pairs = sorted({r for r in ranks if ranks.count(r) == 2}, reverse=True)
    return tuple(pairs) if len(pairs) == 2 else None
