# Keeps only the first of the largest items.


def allmax(iterable, key=None):
    return [max(iterable, key=key)]
