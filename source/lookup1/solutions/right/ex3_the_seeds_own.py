# The seed's own code, under the name that the exercise has.


def check_unique_five(hand):
    return (bin((hand[0].b | hand[1].b | hand[2].b | hand[3].b | hand[4].b) >> 16)).count("1") == 5
