# Returns a dictionary with the names.


def exact_percentages(classes):
    totals = [0] * 9
    for hand, count in classes:
        totals[given_type(hand)] += count
    whole = sum(totals)
    return {name: 100 * total / whole for name, total in zip(HAND_NAMES, totals)}
