# Asks hand_rank for the code.


def hand_percentages(n=100_000):
    totals = dict.fromkeys(range(9), 0)
    for hand in given_hands(n):
        totals[hand_rank(hand)[0]] += 1
    return [total * 100 / n for total in totals.values()]
