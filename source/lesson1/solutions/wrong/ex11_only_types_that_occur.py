# Leaves out types that do not occur.


def exact_percentages(classes):
    totals = [0] * 9
    for hand, count in classes:
        totals[given_type(hand)] += count
    whole = sum(totals)
    return [100 * total / whole for total in totals if total]
