# Takes new hands for each type, and calls the rest high cards.


def hand_percentages(n=100_000):
    counts = [sum(given_type(hand) == code for hand in given_hands(n)) for code in range(9)]
    counts[0] += n - sum(counts)
    return [100 * count / n for count in counts]
