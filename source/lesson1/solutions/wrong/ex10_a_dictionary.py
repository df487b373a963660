# Returns a dictionary.


def hand_percentages(n=100_000):
    counts = dict.fromkeys(range(9), 0)
    for hand in given_hands(n):
        counts[given_type(hand)] += 1
    return {code: 100 * count / n for code, count in counts.items()}
