# Asks for one hand at a time.


def hand_percentages(n=100_000):
    result = {code: 0 for code in range(9)}
    for _ in range(n):
        hand = next(given_hands(1))
        result[given_type(hand)] += 1
    return [100.0 * result[code] / n for code in sorted(result)]
