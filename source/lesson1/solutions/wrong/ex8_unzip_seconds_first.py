# Puts the second parts first.


def group(items):
    groups = [(items.count(x), x) for x in set(items)]
    return sorted(groups, reverse=True)


def unzip(pairs):
    firsts, seconds = zip(*pairs)
    return seconds, firsts
