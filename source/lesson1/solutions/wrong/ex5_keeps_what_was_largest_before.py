# Keeps the items that were the largest before a larger one came.


def allmax(iterable, key=None):
    most, found = None, []
    for item in iterable:
        value = item if key is None else key(item)
        if most is None or value >= most:
            most = value
            found.append(item)
    return found
