# Returns a float.


def get_godel_number(hand):
    number = 1.0
    for card in hand:
        number *= card.b & 255
    return number
