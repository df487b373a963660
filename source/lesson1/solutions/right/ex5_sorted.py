# Sorts, which keeps equal items in their order, and takes the first ones.

from itertools import takewhile


def allmax(iterable, key=None):
    if key is None:
        key = lambda item: item
    ordered = sorted(iterable, key=key, reverse=True)
    most = key(ordered[0])
    return list(takewhile(lambda item: key(item) == most, ordered))
