# Divides by all 2,598,960 hands, whatever classes there are.


def exact_percentages(classes):
    totals = [0] * 9
    for hand, count in classes:
        totals[given_type(hand)] += count
    whole = 2598960
    return [100 * total / whole for total in totals]
