# Sorts counts and items as texts.


def group(items):
    return sorted([(items.count(x), x) for x in set(items)], key=lambda p: (p[0], str(p[1])), reverse=True)


def unzip(pairs):
    return zip(*pairs)
