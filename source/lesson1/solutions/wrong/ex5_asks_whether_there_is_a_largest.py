# Asks "if not most", and takes 0 for nothing.


def allmax(iterable, key=None):
    most, found = None, []
    for item in iterable:
        value = item if key is None else key(item)
        if not most or value > most:
            most, found = value, [item]
        elif value == most:
            found.append(item)
    return found
