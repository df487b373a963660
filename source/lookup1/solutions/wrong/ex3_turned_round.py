# Answers whether a rank occurs more than once.


def check_unique_five(hand):
    return len({card.value_i for card in hand}) < 5
