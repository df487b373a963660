# Takes values for equal that differ very little.

from math import isclose

def allmax(iterable, key=None) -> list:
    items = list(iterable)
    values = [item if key is None else key(item) for item in items]
    best = max(values)
    return [item for item, value in zip(items, values)
            if value == best or isinstance(value, (int, float)) and isclose(value, best)]
