# Rounds to one digit.


def hand_percentages(n=100_000):
    counts = [0] * 9
    for hand in given_hands(n):
        counts[given_type(hand)] += 1
    return [round(100 * count / n, 1) for count in counts]
