# Keeps the bits in a global name and never clears them.


_bits = 0

def get_encoding(hand: Hand) -> int:
    global _bits
    for card in hand:
        _bits |= card.b
    return _bits >> 16
