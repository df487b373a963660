# Trusts most_common, which leaves equal counts in the order of the items.


def group(items):
    from collections import Counter
    return [(count, x) for x, count in Counter(items).most_common()]


def unzip(pairs):
    return zip(*pairs)
