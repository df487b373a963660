# Zips the first two pairs only.


def group(items):
    groups = [(items.count(x), x) for x in set(items)]
    return sorted(groups, reverse=True)


def unzip(pairs):
    return zip(pairs[0], pairs[-1])
