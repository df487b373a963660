# Makes lists instead of tuples.


def group(items):
    groups = [(items.count(x), x) for x in set(items)]
    return sorted(groups, reverse=True)


def unzip(pairs):
    return [list(column) for column in zip(*pairs)]
