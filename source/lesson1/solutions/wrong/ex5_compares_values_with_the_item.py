# Compares values with the largest item instead of its value.


def allmax(iterable, key=None):
    items = list(iterable)
    most = max(items, key=key)
    key = key or (lambda item: item)
    return [item for item in items if key(item) == most]
