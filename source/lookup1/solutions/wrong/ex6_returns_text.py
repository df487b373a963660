# Returns text.


def get_strength(hand):
    a, b, c, d, e = [card.b for card in hand]
    encoding = (a | b | c | d | e) >> 16
    if a & b & c & d & e & 0xF000:
        return str(FLUSH_RANKS[encoding])
    if bin(encoding).count("1") == 5:
        return str(UNIQUE_FIVE_RANKS[encoding])
    product = (a & 255) * (b & 255) * (c & 255) * (d & 255) * (e & 255)
    return str(DUPE_RANKS[product])
