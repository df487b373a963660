# The seed's own code, under the name that the exercise has.


def get_godel_number(hand):
    prime_mask = 255
    return (hand[0].b & prime_mask) * (hand[1].b & prime_mask) * (hand[2].b & prime_mask) * (hand[3].b & prime_mask) * (hand[4].b & prime_mask)
