# Counts each type one place too far.


def hand_percentages(n=100_000):
    counts = [0] * 9
    for hand in given_hands(n):
        counts[(given_type(hand) + 1) % 9] += 1
    return [100 * count / n for count in counts]
