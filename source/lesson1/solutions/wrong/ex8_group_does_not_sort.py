# Leaves the groups in the order of the first occurrence.


def group(items):
    return [(items.count(x), x) for x in dict.fromkeys(items)]


def unzip(pairs):
    return zip(*pairs)
