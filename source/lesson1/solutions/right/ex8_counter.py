# A Counter, and two comprehensions.

from collections import Counter


def group(items):
    return sorted([(count, item) for item, count in Counter(items).items()])[::-1]


def unzip(pairs):
    return tuple(first for first, _ in pairs), tuple(second for _, second in pairs)
