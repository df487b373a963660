# Rounds to four digits.


def exact_percentages(classes):
    totals = [0] * 9
    for hand, count in classes:
        totals[given_type(hand)] += count
    whole = sum(totals)
    return [round(100 * total / whole, 4) for total in totals]
