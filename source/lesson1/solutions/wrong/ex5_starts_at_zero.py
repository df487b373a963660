# Starts the search for the largest at 0.


def allmax(iterable, key=None):
    most, found = 0, []
    for item in iterable:
        value = item if key is None else key(item)
        if value > most:
            most, found = value, [item]
        elif value == most:
            found.append(item)
    return found
