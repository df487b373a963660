# Returns False if there is none.


def kind(n, ranks):
    for r in ranks:
        if ranks.count(r) == n:
            return r
    return False


def two_pair(ranks):
    pairs = sorted({r for r in ranks if ranks.count(r) == 2}, reverse=True)
    return tuple(pairs) if len(pairs) == 2 else False
