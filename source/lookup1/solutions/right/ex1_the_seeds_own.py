# The seed's own code, under the name that the exercise has.


def check_flush(hand):
    suit_mask = (15 << 12)
    return hand[0].b & hand[1].b & hand[2].b & hand[3].b & hand[4].b & suit_mask
