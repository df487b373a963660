# The seed's own code, under the name that the exercise has.


def get_encoding(hand):
    return (hand[0].b | hand[1].b | hand[2].b | hand[3].b | hand[4].b) >> 16
