# Counts the bits that are 1.


def check_unique_five(hand):
    bits = 0
    for card in hand:
        bits |= card.b
    return bin(bits >> 16).count("1") == 5
