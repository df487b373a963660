# Counts how often a rank occurs among the first five of the list.

def kind(n: int, ranks: list):
    return next((rank for rank in ranks if ranks[:5].count(rank) == n), None)

def two_pair(ranks: list):
    high, low = kind(2, ranks), kind(2, ranks[::-1])
    return (high, low) if high != low else None
