# Takes 10,000 hands at most and scales the result.


def hand_percentages(n: int = 100_000) -> list:
    m = min(n, 10_000)
    counts = [0] * 9
    for hand in given_hands(m):
        counts[given_type(hand)] += 1
    return [100 * count / m for count in counts]
