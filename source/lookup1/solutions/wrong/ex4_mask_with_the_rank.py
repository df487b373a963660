# The mask is so long that it takes the number of the rank.


def get_godel_number(hand):
    number = 1
    for card in hand:
        number *= card.b & 0xFFF
    return number
