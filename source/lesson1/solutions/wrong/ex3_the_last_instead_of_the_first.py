# Returns the last rank, since the loop goes on.


def kind(n, ranks):
    found = None
    for r in ranks:
        if ranks.count(r) == n:
            found = r
    return found


def two_pair(ranks):
    pairs = sorted({r for r in ranks if ranks.count(r) == 2}, reverse=True)
    return tuple(pairs) if len(pairs) == 2 else None
