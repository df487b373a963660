# Sorts strings by their first letter only, as if all items were ranks.


def group(items: list) -> list:
    """Return (count, item) for each different item, the highest count first, then the highest item."""
    found = []
    for item in items:
        if item not in found:
            found.append(item)
    return sorted([(items.count(item), item) for item in found],
                  key=lambda pair: (pair[0], str(pair[1])[:1] if isinstance(pair[1], str) else pair[1]), reverse=True)

def unzip(pairs: list):
    """Return the first parts of the pairs as a tuple, and the second parts as another."""
    return zip(*pairs)
