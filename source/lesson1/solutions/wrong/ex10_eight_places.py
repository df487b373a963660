# Has eight places, and counts straight flushes as four of a kind.


def hand_percentages(n=100_000):
    counts = [0] * 8
    for hand in given_hands(n):
        counts[min(given_type(hand), 7)] += 1
    return [100 * count / n for count in counts]
