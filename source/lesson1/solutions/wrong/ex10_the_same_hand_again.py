# Draws one hand and counts it n times.


def hand_percentages(n=100_000):
    counts = [0] * 9
    hand = next(given_hands(1))
    for _ in range(n):
        counts[given_type(hand)] += 1
    return [100 * count / n for count in counts]
