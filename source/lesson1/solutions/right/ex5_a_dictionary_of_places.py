# Collects places by value.


def allmax(iterable, key=None):
    items = [*iterable]
    values = items if key is None else [*map(key, items)]
    most = max(values)
    places = [place for place, value in enumerate(values) if value == most]
    return [items[place] for place in places]
