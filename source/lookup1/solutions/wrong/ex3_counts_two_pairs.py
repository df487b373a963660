# Finds pairs only: three and four equal ranks pass.


def check_unique_five(hand):
    values = [card.value_i for card in hand]
    return not any(values.count(value) == 2 for value in values)
