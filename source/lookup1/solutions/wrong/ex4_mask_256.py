# Takes 256 for eight ones.


def get_godel_number(hand):
    number = 1
    for card in hand:
        number *= card.b & 256
    return number
