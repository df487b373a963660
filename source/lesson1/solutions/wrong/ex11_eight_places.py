# Counts straight flushes as four of a kind.


def exact_percentages(classes):
    totals = [0] * 9
    for hand, count in classes:
        totals[min(given_type(hand), 7)] += count
    whole = sum(totals)
    return [100 * total / whole for total in totals]
