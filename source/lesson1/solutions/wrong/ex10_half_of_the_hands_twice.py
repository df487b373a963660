# Takes half of the hands, and counts each of them twice.


def hand_percentages(n=100_000):
    counts = [0] * 9
    for hand in given_hands(n // 2):
        counts[given_type(hand)] += 2
    if n % 2:
        counts[given_type(next(given_hands(1)))] += 1
    return [100 * count / n for count in counts]
