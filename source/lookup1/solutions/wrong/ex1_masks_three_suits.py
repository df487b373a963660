# Counts the suits from 0 to 3 and takes three bits.


def check_flush(hand):
    return hand[0].b & hand[1].b & hand[2].b & hand[3].b & hand[4].b & 0b111 << 12
