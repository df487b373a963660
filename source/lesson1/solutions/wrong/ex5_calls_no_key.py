# Calls the key also if there is none.


def allmax(iterable, key=None):
    items = list(iterable)
    most = max([key(item) for item in items])
    return [item for item in items if key(item) == most]
