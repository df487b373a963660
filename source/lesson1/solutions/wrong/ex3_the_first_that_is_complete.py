# Returns the rank whose last occurrence comes first, not the one whose first does.

def kind(n: int, ranks: list):
    seen = {}
    for place, rank in enumerate(ranks):
        seen[rank] = seen.get(rank, 0) + 1
        if seen[rank] == n and rank not in ranks[place + 1:]:
            return rank
    return None

def two_pair(ranks: list):
    high, low = kind(2, ranks), kind(2, ranks[::-1])
    return (high, low) if high and high != low else None
