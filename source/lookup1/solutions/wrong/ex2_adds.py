# Adds the bits: ranks that occur twice carry over.


def get_encoding(hand):
    return sum(card.b >> 16 for card in hand)
