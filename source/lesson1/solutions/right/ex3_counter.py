# A counter, which keeps the order of the first occurrences.

from collections import Counter


def kind(n, ranks):
    found = [rank for rank, count in Counter(ranks).items() if count == n]
    return found[0] if found else None


def two_pair(ranks):
    pairs = [rank for rank, count in Counter(ranks).items() if count == 2]
    if len(pairs) < 2:
        return None
    return max(pairs), min(pairs)
