# Counts straight flushes also as straights and as flushes.


def hand_percentages(n=100_000):
    counts = [0] * 9
    for hand in given_hands(n):
        code = given_type(hand)
        for each in {8: (8, 5, 4), 6: (6, 3, 1), 2: (2, 1)}.get(code, (code,)):
            counts[each] += 1
    return [100 * count / n for count in counts]
