# Sorts with the lowest first.


def group(items):
    groups = [(items.count(x), x) for x in set(items)]
    return sorted(groups)


def unzip(pairs):
    return zip(*pairs)
