# Returns None in the first round of the loop.


def kind(n, ranks):
    for r in ranks:
        if ranks.count(r) == n:
            return r
        else:
            return None


def two_pair(ranks):
    pairs = sorted({r for r in ranks if ranks.count(r) == 2}, reverse=True)
    return tuple(pairs) if len(pairs) == 2 else None
