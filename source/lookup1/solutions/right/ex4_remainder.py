# The remainder of a division by 256, and recursion.


def get_godel_number(hand):
    if not hand:
        return 1
    return hand[0].b % 256 * get_godel_number(hand[1:])
