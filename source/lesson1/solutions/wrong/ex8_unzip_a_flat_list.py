# Puts all parts into one list.


def group(items):
    groups = [(items.count(x), x) for x in set(items)]
    return sorted(groups, reverse=True)


def unzip(pairs):
    return [part for pair in pairs for part in pair]
