# Exact fractions to the end.

from fractions import Fraction


def exact_percentages(classes):
    shares = [Fraction(0)] * 9
    whole = sum(count for _, count in classes)
    for hand, count in classes:
        shares[given_type(hand)] += Fraction(100 * count, whole)
    return [float(share) for share in shares]
