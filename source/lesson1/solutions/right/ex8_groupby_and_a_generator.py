# Groups of neighbours in the sorted items; a generator that yields the two tuples.

from itertools import groupby


def group(items):
    groups = [(len(list(same)), item) for item, same in groupby(sorted(items))]
    return sorted(groups, reverse=True)


def unzip(pairs):
    for place in (0, 1):
        yield tuple(pair[place] for pair in pairs)
