# Returns what sort returns.


def group(items):
    groups = [(items.count(x), x) for x in set(items)]
    return groups.sort(reverse=True)


def unzip(pairs):
    return zip(*pairs)
