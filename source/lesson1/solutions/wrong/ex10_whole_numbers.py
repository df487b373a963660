# Divides into whole numbers.


def hand_percentages(n=100_000):
    counts = [0] * 9
    for hand in given_hands(n):
        counts[given_type(hand)] += 1
    return [100 * count // n for count in counts]
