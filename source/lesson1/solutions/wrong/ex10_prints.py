# Prints the percentages and returns nothing.


def hand_percentages(n=100_000):
    counts = [0] * 9
    for hand in given_hands(n):
        counts[given_type(hand)] += 1
    for code in range(9):
        print(HAND_NAMES[code], 100 * counts[code] / n)
