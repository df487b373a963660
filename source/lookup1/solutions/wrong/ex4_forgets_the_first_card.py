# Forgets the first card.


def get_godel_number(hand):
    number = 1
    for card in hand[1:]:
        number *= card.b & 255
    return number
