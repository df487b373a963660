# Compares neighbours, and the first and the last card with all, but not the second with the fourth.


def check_unique_five(hand: Hand) -> bool:
    values = [card.value_i for card in hand]
    at_the_ends = values.count(values[0]) == 1 and values.count(values[-1]) == 1
    return at_the_ends and values[1] != values[2] and values[2] != values[3]
