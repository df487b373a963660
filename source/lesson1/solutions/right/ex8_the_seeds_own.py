# The seed's own code.


def group(items):
    """Returns a list of [(count, x)...], highest count first,
    then highest x first."""
    groups = [(items.count(x), x) for x in set(items)]
    return sorted(groups, reverse=True)


def unzip(pairs):
    return zip(*pairs)
