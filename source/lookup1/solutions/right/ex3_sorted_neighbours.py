# Neighbours after sorting.


def check_unique_five(hand):
    values = sorted(card.value_i for card in hand)
    return not any(one == two for one, two in zip(values, values[1:]))
