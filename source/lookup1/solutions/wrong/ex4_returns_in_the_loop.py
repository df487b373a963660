# Returns in the first round of the loop.


def get_godel_number(hand):
    number = 1
    for card in hand:
        number *= card.b & 255
        return number
