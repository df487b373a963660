# Returns binary digits as text.


def get_encoding(hand):
    return format((hand[0].b | hand[1].b | hand[2].b | hand[3].b | hand[4].b) >> 16, "013b")
