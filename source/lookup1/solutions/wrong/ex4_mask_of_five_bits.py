# The mask is too short for 37 and 41.


def get_godel_number(hand):
    number = 1
    for card in hand:
        number *= card.b & 31
    return number
