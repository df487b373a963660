# Remembers results by the items alone, so that another key gets the same ones.

_known = {}


def allmax(iterable, key=None) -> list:
    items = list(iterable)
    if repr(items) not in _known:
        values = [item if key is None else key(item) for item in items]
        _known[repr(items)] = [item for item, value in zip(items, values) if value == max(values)]
    return list(_known[repr(items)])
