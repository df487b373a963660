# Counts in what reversed returns, which cannot count.


def kind(n, ranks):
    for r in ranks:
        if ranks.count(r) == n:
            return r
    return None


def two_pair(ranks):
    high, low = kind(2, ranks), kind(2, reversed(ranks))
    return (high, low) if high != low else None
