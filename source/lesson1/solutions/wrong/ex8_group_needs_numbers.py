# Expects numbers from 0 to 14.


def group(items):
    counts = [0] * 15
    for x in items:
        counts[x] += 1
    return sorted([(count, x) for x, count in enumerate(counts) if count], reverse=True)


def unzip(pairs):
    return zip(*pairs)
