# A dictionary of sums.

from collections import defaultdict


def exact_percentages(classes):
    sums = defaultdict(int)
    for hand, count in classes:
        sums[given_type(hand)] += count
    whole = sum(sums.values())
    return [sums[code] * 100 / whole for code in range(9)]
