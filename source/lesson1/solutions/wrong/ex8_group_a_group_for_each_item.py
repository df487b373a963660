# Makes a group for each item, not for each different one.


def group(items):
    return sorted([(items.count(x), x) for x in items], reverse=True)


def unzip(pairs):
    return zip(*pairs)
