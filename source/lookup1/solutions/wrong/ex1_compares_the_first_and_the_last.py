# Compares the first card with the last one only.


def check_flush(hand):
    return hand[0].b & hand[-1].b & 15 << 12
