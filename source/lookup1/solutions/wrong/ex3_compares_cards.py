# Compares whole cards, which always differ.


def check_unique_five(hand):
    return len(set(hand)) == 5
