# Calls the functions of the exercises 1 to 4.


def get_strength(hand):
    if check_flush(hand):
        return FLUSH_RANKS[get_encoding(hand)]
    elif check_unique_five(hand):
        return UNIQUE_FIVE_RANKS[get_encoding(hand)]
    else:
        return DUPE_RANKS[get_godel_number(hand)]
