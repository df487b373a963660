# Makes a list of the items first, and then asks max.


def allmax(iterable, key=None):
    items = list(iterable)
    key = key or (lambda item: item)
    best = key(max(items, key=key))
    return [item for item in items if key(item) == best]
