# Compares items with the largest item, so that only equal items are found.


def allmax(iterable, key=None):
    items = list(iterable)
    most = max(items, key=key)
    return [item for item in items if item == most]
