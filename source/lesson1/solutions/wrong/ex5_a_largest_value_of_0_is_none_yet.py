# Takes a largest value of 0 or of an empty text for none found yet.


def allmax(iterable, key=None) -> list:
    top, found = None, []
    for item in iterable:
        value = item if key is None else key(item)
        if not top or value > top:
            if top is None or value != top:
                top, found = value, []
        if value == top:
            found.append(item)
    return found
