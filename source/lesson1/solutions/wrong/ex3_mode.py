# Returns the most frequent rank, whatever n is.

from collections import Counter


def kind(n, ranks):
    rank, count = Counter(ranks).most_common(1)[0]
    return rank if count == n else None


def two_pair(ranks):
    pairs = sorted({r for r in ranks if ranks.count(r) == 2}, reverse=True)
    return tuple(pairs) if len(pairs) == 2 else None
