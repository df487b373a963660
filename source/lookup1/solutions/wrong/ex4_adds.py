# Adds the prime numbers.


def get_godel_number(hand):
    return sum(card.b & 255 for card in hand)
