# Loops that return at the first that fits.


def kind(n, ranks):
    for rank in ranks:
        if ranks.count(rank) == n:
            return rank
    return None


def two_pair(ranks):
    high = kind(2, ranks)
    low = kind(2, list(reversed(ranks)))
    if high is not None and low != high:
        return high, low
    return None
