# Counts a thousand hands, whatever is asked.


def hand_percentages(n=100_000):
    codes = [given_type(hand) for hand in given_hands(1000)]
    return [100 * codes.count(code) / 1000 for code in range(9)]
