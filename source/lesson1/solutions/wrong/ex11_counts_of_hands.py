# Returns numbers of hands.


def exact_percentages(classes):
    totals = [0] * 9
    for hand, count in classes:
        totals[given_type(hand)] += count
    whole = sum(totals)
    return [float(total) for total in totals]
