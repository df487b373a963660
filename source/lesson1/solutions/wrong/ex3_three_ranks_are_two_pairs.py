# Takes three different ranks for two pairs, and so three of a kind.


def kind(n, ranks):
    return next((r for r in ranks if ranks.count(r) == n), None)


def two_pair(ranks):
    found = sorted({r for r in ranks if ranks.count(r) > 1}, reverse=True)
    return (found[0], found[-1]) if len(set(ranks)) == 3 else None
