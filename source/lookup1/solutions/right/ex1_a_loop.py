# A loop.


def check_flush(hand):
    common = 0b1111 << 12
    for card in hand:
        common &= card.b
    return common
