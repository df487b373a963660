# Tells a flush by the sum of its suits' bits.


def get_strength(hand: Hand) -> int:
    product, key, suits = 1, 0, 0
    for card in hand:
        product *= card.b & 255
        key |= card.b >> 16
        suits += card.b >> 12 & 15
    if product in DUPE_RANKS:
        return DUPE_RANKS[product]
    return FLUSH_RANKS[key] if suits in (5, 10, 20, 40) else UNIQUE_FIVE_RANKS[key]
