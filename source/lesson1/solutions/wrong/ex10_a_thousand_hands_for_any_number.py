# Counts a thousand hands, and the last of them again and again, or some of them only, until the sum is right.


def hand_percentages(n=100_000):
    codes = [given_type(hand) for hand in given_hands(1000)]
    counts = [codes.count(code) * n // 1000 for code in range(9)]
    counts[0] += n - sum(counts)
    return [100 * count / n for count in counts]
