# Adds the bits of the ranks without a bound: two aces lead out of the array.


def get_strengths(cards):
    a, b, c, d, e = cards.T
    keys = (a >> 16) + (b >> 16) + (c >> 16) + (d >> 16) + (e >> 16)
    flush = (a & b & c & d & e & 0xF000) != 0
    strengths = np.where(flush, FLUSH_ARRAY[keys], UNIQUE_FIVE_ARRAY[keys])
    dupe = strengths == 0
    products = (cards[dupe] & 255).prod(axis=1)
    strengths[dupe] = DUPE_STRENGTHS[np.searchsorted(DUPE_KEYS, products)]
    return strengths
