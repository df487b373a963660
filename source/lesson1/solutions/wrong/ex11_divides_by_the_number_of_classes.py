# Divides by the number of classes.


def exact_percentages(classes):
    totals = [0] * 9
    for hand, count in classes:
        totals[given_type(hand)] += count
    whole = len(classes)
    return [100 * total / whole for total in totals]
