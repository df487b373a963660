# Asks for a straight before it asks for a straight flush.


def hand_percentages(n=100_000):
    counts = [0] * 9
    for hand in given_hands(n):
        code = given_type(hand)
        counts[4 if code in (4, 8) else code] += 1
    return [100 * count / n for count in counts]
