# Returns equal items only once.


def allmax(iterable, key=None):
    items = list(iterable)
    key = key or (lambda item: item)
    most = max(map(key, items))
    found = []
    for item in items:
        if key(item) == most and item not in found:
            found.append(item)
    return found
