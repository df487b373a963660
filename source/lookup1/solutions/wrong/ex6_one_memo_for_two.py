# Puts the memos of different and of equal ranks into one dictionary, though a key of 13 bits may be a product of primes as well.


EVERYTHING = {**UNIQUE_FIVE_RANKS, **DUPE_RANKS}


def get_strength(hand: Hand) -> int:
    key = get_encoding(hand)
    if check_flush(hand):
        return FLUSH_RANKS[key]
    if check_unique_five(hand):
        return EVERYTHING[key]
    return EVERYTHING[get_godel_number(hand)]
