# Starts with the second card.


def check_flush(hand):
    common = 15 << 12
    for card in hand[1:]:
        common &= card.b
    return common
