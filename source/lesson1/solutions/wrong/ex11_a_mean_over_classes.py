# Gives every class of a type the same weight.


def exact_percentages(classes):
    totals = [0] * 9
    for hand, count in classes:
        totals[given_type(hand)] += count / 1020
    whole = len(classes)
    return [100 * total / whole for total in totals]
