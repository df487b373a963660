# Counts a straight flush as a flush.


def hand_percentages(n=100_000):
    counts = [0] * 9
    for hand in given_hands(n):
        code = given_type(hand)
        counts[5 if code == 8 else code] += 1
    return [100 * count / n for count in counts]
