# Goes through the iterable twice, and the second time a generator is empty.


def allmax(iterable, key=None):
    key = key or (lambda item: item)
    most = max([key(item) for item in iterable])
    return [item for item in iterable if key(item) == most]
