# Looks for a straight.


def check_unique_five(hand):
    values = sorted(card.value_i for card in hand)
    return values[4] - values[0] == 4
