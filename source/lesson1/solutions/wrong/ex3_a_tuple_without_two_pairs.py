# Returns a tuple also without two pairs.


def kind(n, ranks):
    return next((r for r in ranks if ranks.count(r) == n), None)


def two_pair(ranks):
    return tuple(sorted({r for r in ranks if ranks.count(r) == 2}, reverse=True))
