# Looks at the first five of the list only.

def kind(n: int, ranks: list):
    """Return the first rank that occurs exactly n times, or None."""
    for place in range(min(5, len(ranks))):
        if ranks.count(ranks[place]) == n:
            return ranks[place]
    return None

def two_pair(ranks: list):
    """Return the two ranks that occur exactly twice, the higher one first, or None."""
    high, low = kind(2, ranks), kind(2, ranks[::-1])
    return (high, low) if high != low else None
