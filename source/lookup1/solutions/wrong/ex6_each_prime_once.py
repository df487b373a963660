# Multiplies each rank once.


def get_strength(hand):
    a, b, c, d, e = [card.b for card in hand]
    encoding = (a | b | c | d | e) >> 16
    if a & b & c & d & e & 0xF000:
        return FLUSH_RANKS[encoding]
    if bin(encoding).count("1") == 5:
        return UNIQUE_FIVE_RANKS[encoding]
    product = 1
    for prime in {card.b & 255 for card in hand}:
        product *= prime
    return DUPE_RANKS.get(product, 0)
