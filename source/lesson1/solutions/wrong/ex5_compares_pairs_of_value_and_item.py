# Compares tuples of value and item, which fails for items that cannot be compared.

def allmax(iterable, key=None) -> list:
    items = list(iterable)
    largest, _ = max((item if key is None else key(item), item) for item in items)
    return [item for item in items if (item if key is None else key(item)) == largest]
