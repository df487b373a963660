# The seed's own code: it calls the key also if it is None, and goes through the iterable twice.


def allmax(iterable, key=None):
    "Return a list of all items equal to the max of the iterable."
    # Note, if you compute max(iterable, key=key) you will get the item with
    # the maximum score, not the maximum score, which is what you actually want.
    max_rank = max([key(item) for item in iterable])
    return [item for item in iterable if key(item) == max_rank]
