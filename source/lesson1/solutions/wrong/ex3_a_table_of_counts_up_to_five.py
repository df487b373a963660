# A table of counts up to five, as in a hand.


def kind(n: int, ranks: list):
    first_with_count = [None] * 6
    for rank in reversed(ranks):
        first_with_count[ranks.count(rank)] = rank
    return first_with_count[n]


def two_pair(ranks: list):
    high, low = kind(2, ranks), kind(2, ranks[::-1])
    return (high, low) if high != low else None
