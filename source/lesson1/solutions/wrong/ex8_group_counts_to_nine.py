# Counts by digits in a text.


def group(items):
    return sorted([(min(items.count(x), 9), x) for x in set(items)], reverse=True)


def unzip(pairs):
    return zip(*pairs)
