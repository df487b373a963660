# Deals one hand from a full deck again and again.


def hand_percentages(n=100_000):
    codes = [given_type(deal(1)[0]) for _ in range(n)]
    return [100 * codes.count(code) / n for code in range(9)]
