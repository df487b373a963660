# One loop that starts a new list whenever something larger comes.


def allmax(iterable, key=None):
    found, most = [], None
    for item in iterable:
        value = item if key is None else key(item)
        if not found or value > most:
            found, most = [item], value
        elif value == most:
            found.append(item)
    return found
