# Sorts by the count alone.


def group(items):
    groups = [(items.count(x), x) for x in dict.fromkeys(items)]
    return sorted(groups, key=lambda pair: pair[0], reverse=True)


def unzip(pairs):
    return zip(*pairs)
