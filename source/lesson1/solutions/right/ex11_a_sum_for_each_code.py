# A sum for each code.


def exact_percentages(classes):
    whole = sum(count for _, count in classes)
    return [
        sum(count for hand, count in classes if given_type(hand) == code) / whole * 100
        for code in range(9)
    ]
