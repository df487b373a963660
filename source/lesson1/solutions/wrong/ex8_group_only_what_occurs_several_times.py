# Leaves out what occurs only once.


def group(items):
    return sorted([(items.count(x), x) for x in set(items) if items.count(x) > 1], reverse=True)


def unzip(pairs):
    return zip(*pairs)
