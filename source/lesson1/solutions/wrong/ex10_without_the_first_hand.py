# Leaves the first hand out, and counts the last twice.


def hand_percentages(n=100_000):
    codes = [given_type(hand) for hand in given_hands(n)]
    codes = codes[1:] + codes[-1:]
    return [100 * codes.count(code) / n for code in range(9)]
