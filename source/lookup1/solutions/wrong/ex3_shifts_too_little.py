# Counts the bits of the suits as ranks.


def check_unique_five(hand):
    bits = hand[0].b | hand[1].b | hand[2].b | hand[3].b | hand[4].b
    return bin(bits >> 12).count("1") == 5
