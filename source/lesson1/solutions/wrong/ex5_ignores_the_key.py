# Ignores the key.


def allmax(iterable, key=None):
    items = list(iterable)
    return [item for item in items if item == max(items)]
