# Refers to the most frequent type.


def exact_percentages(classes):
    totals = [0] * 9
    for hand, count in classes:
        totals[given_type(hand)] += count
    whole = max(totals)
    return [100 * total / whole for total in totals]
