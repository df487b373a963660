# Draws types instead of hands.


def hand_percentages(n=100_000):
    counts = [0] * 9
    for _ in range(n):
        counts[random.randrange(9)] += 1
    return [100 * count / n for count in counts]
