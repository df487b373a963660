# A Counter over all hands at once.

from collections import Counter


def hand_percentages(n=100_000):
    counted = Counter(map(given_type, given_hands(n)))
    return [counted[code] / n * 100 for code in range(9)]
