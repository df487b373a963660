# Multiplies each rank once.


def get_godel_number(hand):
    number = 1
    for prime in {card.b & 255 for card in hand}:
        number *= prime
    return number
