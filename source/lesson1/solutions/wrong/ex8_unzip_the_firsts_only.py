# Returns the first parts only.


def group(items):
    groups = [(items.count(x), x) for x in set(items)]
    return sorted(groups, reverse=True)


def unzip(pairs):
    return [tuple(first for first, _ in pairs)]
