# Compares neighbours without sorting.


def check_unique_five(hand):
    return all(hand[i].value_i != hand[i + 1].value_i for i in range(4))
