# In the order of the table.


def get_strength(hand):
    a, b, c, d, e = [card.b for card in hand]
    encoding = (a | b | c | d | e) >> 16
    if a & b & c & d & e & 0xF000:
        return FLUSH_RANKS[encoding]
    if bin(encoding).count("1") == 5:
        return UNIQUE_FIVE_RANKS[encoding]
    product = (a & 255) * (b & 255) * (c & 255) * (d & 255) * (e & 255)
    return DUPE_RANKS[product]
