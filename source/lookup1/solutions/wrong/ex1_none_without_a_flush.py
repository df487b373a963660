# Returns nothing if there is no flush.


def check_flush(hand):
    common = hand[0].b & hand[1].b & hand[2].b & hand[3].b & hand[4].b & 15 << 12
    if common:
        return common
