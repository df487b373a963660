# Forgets the mask.


def check_flush(hand):
    return hand[0].b & hand[1].b & hand[2].b & hand[3].b & hand[4].b
