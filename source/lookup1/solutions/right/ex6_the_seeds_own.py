# The seed's own code, under the names that the exercises have; it calls their functions.


def get_strength(hand):
    if check_flush(hand):
        return FLUSH_RANKS[get_encoding(hand)]
    elif check_unique_five(hand):
        return UNIQUE_FIVE_RANKS[get_encoding(hand)]
    else:
        return DUPE_RANKS[get_godel_number(hand)]
