# Makes lists instead of tuples.


def group(items):
    return sorted([[items.count(x), x] for x in set(items)], reverse=True)


def unzip(pairs):
    return zip(*pairs)
