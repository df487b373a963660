# Takes a single pair for two equal ones.


def kind(n, ranks):
    return next((r for r in ranks if ranks.count(r) == n), None)


def two_pair(ranks):
    high, low = kind(2, ranks), kind(2, ranks[::-1])
    return (high, low) if high else None
