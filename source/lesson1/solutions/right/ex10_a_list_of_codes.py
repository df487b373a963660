# A list of all the codes, counted for each type.


def hand_percentages(n=100_000):
    codes = [given_type(hand) for hand in given_hands(n)]
    return [100 * codes.count(code) / len(codes) for code in range(9)]
