# Looks at the first item, which an empty list has not.


def group(items):
    most = items.count(items[0])
    return sorted([(items.count(x), x) for x in set(items)], reverse=True) if most else []


def unzip(pairs):
    return zip(*pairs)
