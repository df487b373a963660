# Forgets the last card.


def check_flush(hand):
    common = 15 << 12
    for i in range(4):
        common &= hand[i].b
    return common
