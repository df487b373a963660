# Takes a full house for two pairs.


def kind(n, ranks):
    return next((r for r in ranks if ranks.count(r) == n), None)


def two_pair(ranks):
    pairs = sorted({r for r in ranks if ranks.count(r) >= 2}, reverse=True)
    return tuple(pairs) if len(pairs) == 2 else None
