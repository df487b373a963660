# Returns a single item without a list.


def allmax(iterable, key=None):
    items = list(iterable)
    key = key or (lambda item: item)
    most = max(map(key, items))
    found = [item for item in items if key(item) == most]
    return found if len(found) > 1 else found[0]
