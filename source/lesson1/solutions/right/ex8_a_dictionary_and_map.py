# A dictionary of counts, and map over the unpacked pairs.


def group(items):
    counts = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    groups = [(count, item) for item, count in counts.items()]
    groups.sort()
    groups.reverse()
    return groups


def unzip(pairs):
    return map(lambda *column: column, *pairs)
