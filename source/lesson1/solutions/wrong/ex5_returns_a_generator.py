# Returns a generator instead of a list.


def allmax(iterable, key=None):
    items = list(iterable)
    key = key or (lambda item: item)
    most = max(map(key, items))
    return (item for item in items if key(item) == most)
