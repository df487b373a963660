# Returns the items sorted.


def allmax(iterable, key=None):
    items = sorted(iterable)
    key = key or (lambda item: item)
    most = max(map(key, items))
    return [item for item in items if key(item) == most]
