# Deals ten hands at a time, and the rest at last.


def hand_percentages(n=100_000):
    counts, left = [0.0] * 9, n
    while left > 0:
        hands = deal(min(10, left))
        for hand in hands:
            counts[given_type(hand)] += 1
        left -= len(hands)
    return [100 * count / n for count in counts]
