# Sorts the items of equal counts with the lowest first.


def group(items):
    groups = [(items.count(x), x) for x in sorted(set(items))]
    return sorted(groups, key=lambda pair: -pair[0])


def unzip(pairs):
    return zip(*pairs)
