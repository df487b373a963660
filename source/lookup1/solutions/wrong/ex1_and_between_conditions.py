# Writes and for &, which gives the last operand.


def check_flush(hand):
    return hand[0].b and hand[1].b and hand[2].b and hand[3].b and hand[4].b & 15 << 12
