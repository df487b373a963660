# Draws among the classes, as if each had as many hands.


def hand_percentages(n=100_000):
    counts = [0] * 9
    for _ in range(n):
        hand, _ = random.choice(HAND_CLASSES)
        counts[given_type(hand)] += 1
    return [100 * count / n for count in counts]
