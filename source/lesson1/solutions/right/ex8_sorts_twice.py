# Sorts by the item, then by the count; sorting keeps the order of what is equal.


def group(items):
    groups = []
    for item in sorted(set(items), reverse=True):
        groups.append((items.count(item), item))
    groups.sort(key=lambda pair: pair[0], reverse=True)
    return groups


def unzip(pairs):
    firsts, seconds = [], []
    for first, second in pairs:
        firsts.append(first)
        seconds.append(second)
    return [tuple(firsts), tuple(seconds)]
