# Drops prime numbers of more than five bits.


def get_strength(hand):
    a, b, c, d, e = [card.b for card in hand]
    encoding = (a | b | c | d | e) >> 16
    if a & b & c & d & e & 0xF000:
        return FLUSH_RANKS[encoding]
    if bin(encoding).count("1") == 5:
        return UNIQUE_FIVE_RANKS[encoding]
    product = (a & 31) * (b & 31) * (c & 31) * (d & 31) * (e & 31)
    return DUPE_RANKS.get(product, 0)
