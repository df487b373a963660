# Counts straight flushes also as flushes.


def exact_percentages(classes):
    totals = [0] * 9
    for hand, count in classes:
        totals[given_type(hand)] += count
    totals[5] += totals[8]
    whole = sum(totals)
    return [100 * total / whole for total in totals]
