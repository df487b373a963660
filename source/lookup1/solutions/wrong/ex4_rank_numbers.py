# Multiplies the numbers of the ranks.


def get_godel_number(hand):
    number = 1
    for card in hand:
        number *= card.value_i
    return number
