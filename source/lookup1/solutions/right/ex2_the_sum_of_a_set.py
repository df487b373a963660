# The sum of a set.


def get_encoding(hand):
    return sum({card.b >> 16 for card in hand})
