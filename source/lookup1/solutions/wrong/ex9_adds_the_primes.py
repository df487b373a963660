# Adds the prime numbers.


def get_strengths(cards):
    a, b, c, d, e = cards.T
    keys = (a | b | c | d | e) >> 16
    flush = (a & b & c & d & e & 0xF000) != 0
    strengths = np.where(flush, FLUSH_ARRAY[keys], UNIQUE_FIVE_ARRAY[keys])
    dupe = strengths == 0
    products = (cards[dupe] & 255).sum(axis=1)
    strengths[dupe] = DUPE_STRENGTHS[np.searchsorted(DUPE_KEYS, products)]
    return strengths
