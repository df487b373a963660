# Counts only equal neighbours.


def group(items):
    from itertools import groupby
    return sorted(((len(list(same)), x) for x, same in groupby(items)), reverse=True)


def unzip(pairs):
    return zip(*pairs)
