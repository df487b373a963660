# Remembers strengths by the product of the prime numbers, which is the same for a flush and for a high card.


_known = {}

def get_strength(hand: Hand) -> int:
    product = get_godel_number(hand)
    if product not in _known:
        if check_flush(hand):
            _known[product] = FLUSH_RANKS[get_encoding(hand)]
        elif check_unique_five(hand):
            _known[product] = UNIQUE_FIVE_RANKS[get_encoding(hand)]
        else:
            _known[product] = DUPE_RANKS[product]
    return _known[product]
