# Puts the item before its count.


def group(items):
    groups = [(items.count(x), x) for x in set(items)]
    return [(x, count) for count, x in sorted(groups, reverse=True)]


def unzip(pairs):
    return zip(*pairs)
