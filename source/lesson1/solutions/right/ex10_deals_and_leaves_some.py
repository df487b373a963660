# Always deals ten hands, and leaves those of the last deal that are too many.


def hand_percentages(n=100_000):
    codes = []
    while len(codes) < n:
        codes += [given_type(hand) for hand in deal(10, 5)]
    return [100 * codes[:n].count(code) / n for code in range(9)]
