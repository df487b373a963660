# Leaves out types that do not occur.

from collections import Counter


def hand_percentages(n=100_000):
    counted = Counter(map(given_type, given_hands(n)))
    return [100 * counted[code] / n for code in sorted(counted)]
