# Starts with 0: the product stays 0.


def get_godel_number(hand):
    number = 0
    for card in hand:
        number *= card.b & 255
    return number
