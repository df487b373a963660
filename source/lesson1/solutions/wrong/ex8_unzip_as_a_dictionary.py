# Makes a dictionary, in which each key is only once.


def group(items):
    groups = [(items.count(x), x) for x in set(items)]
    return sorted(groups, reverse=True)


def unzip(pairs):
    found = dict(pairs)
    return tuple(found), tuple(found.values())
