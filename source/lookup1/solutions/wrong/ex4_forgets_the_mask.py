# Multiplies whole cards.


def get_godel_number(hand):
    number = 1
    for card in hand:
        number *= card.b
    return number
