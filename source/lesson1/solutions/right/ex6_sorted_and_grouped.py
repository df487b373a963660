# Sorts and takes the first group.

from itertools import groupby


def poker(hands):
    ordered = sorted(hands, key=given_strength, reverse=True)
    _, winners = next(groupby(ordered, key=given_strength))
    return list(winners)
