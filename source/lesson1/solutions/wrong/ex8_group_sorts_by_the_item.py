# Sorts by the item alone.


def group(items):
    groups = [(items.count(x), x) for x in set(items)]
    return sorted(groups, key=lambda pair: pair[1], reverse=True)


def unzip(pairs):
    return zip(*pairs)
