# Repeats the first largest item as often as there are largest ones.


def allmax(iterable, key=None):
    items = list(iterable)
    values = items if key is None else [key(item) for item in items]
    return [max(items, key=key)] * values.count(max(values))
