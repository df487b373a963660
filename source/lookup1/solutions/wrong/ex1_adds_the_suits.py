# Adds the suit bits.


def check_flush(hand):
    return sum(card.b & 15 << 12 for card in hand)
