# Counts the bits of the suits as well.


def check_unique_five(hand):
    bits = hand[0].b | hand[1].b | hand[2].b | hand[3].b | hand[4].b
    return bin(bits).count("1") == 5
