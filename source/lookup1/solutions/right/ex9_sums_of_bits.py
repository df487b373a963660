# Sums of the rank bits: with equal ranks, fewer than five of them are 1.


def get_strengths(cards):
    keys = (cards >> 16).sum(axis=1) % 8192
    flush = (cards & 0xF000 == cards[:, :1] & 0xF000).all(axis=1)
    strengths = np.where(flush, FLUSH_ARRAY[keys], UNIQUE_FIVE_ARRAY[keys])
    equal = np.flatnonzero(strengths == 0)
    products = np.multiply.reduce(cards[equal] % 256, axis=1)
    strengths[equal] = DUPE_STRENGTHS[np.searchsorted(DUPE_KEYS, products)]
    return strengths
