# Always counts all the classes.


def exact_percentages(classes):
    totals = [0] * 9
    for hand, count in HAND_CLASSES:
        totals[given_type(hand)] += count
    whole = sum(totals)
    return [100 * total / whole for total in totals]
