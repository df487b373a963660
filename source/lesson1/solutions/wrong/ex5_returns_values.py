# Returns what the key returned, not the items.


def allmax(iterable, key=None):
    values = [item if key is None else key(item) for item in iterable]
    return [value for value in values if value == max(values)]
