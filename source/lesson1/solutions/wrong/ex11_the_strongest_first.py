# Puts the strongest type first.


def exact_percentages(classes):
    totals = [0] * 9
    for hand, count in classes:
        totals[given_type(hand)] += count
    whole = sum(totals)
    return [100 * total / whole for total in reversed(totals)]
