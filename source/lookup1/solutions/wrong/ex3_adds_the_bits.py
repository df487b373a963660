# Counts the ones of a sum, in which equal ranks carry over to a rank above.


def check_unique_five(hand):
    return sum(card.b >> 16 for card in hand).bit_length() >= 5
