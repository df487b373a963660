# Sorts the list that it was given.


def group(items):
    items.sort(reverse=True)
    return sorted([(items.count(x), x) for x in dict.fromkeys(items)], reverse=True)


def unzip(pairs):
    return zip(*pairs)
