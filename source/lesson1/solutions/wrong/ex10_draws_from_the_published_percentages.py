# Draws types at random, as often as the books say, and no hand.


def hand_percentages(n=100_000):
    exact = [50.1177, 42.2569, 4.7539, 2.1128, 0.3925, 0.1965, 0.1441, 0.0240, 0.0015]
    codes = random.choices(range(9), exact, k=n)
    return [100 * codes.count(code) / n for code in range(9)]
