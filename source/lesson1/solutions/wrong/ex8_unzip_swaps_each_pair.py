# Turns each pair round.


def group(items):
    groups = [(items.count(x), x) for x in set(items)]
    return sorted(groups, reverse=True)


def unzip(pairs):
    return [(second, first) for first, second in pairs]
