# reduce along the rows, all three memos for every hand.


def get_strengths(cards):
    keys = np.bitwise_or.reduce(cards, axis=1) >> 16
    is_flush = (np.bitwise_and.reduce(cards, axis=1) & 0xF000).astype(bool)
    products = np.prod(cards & 255, axis=1)
    places = np.minimum(np.searchsorted(DUPE_KEYS, products), len(DUPE_KEYS) - 1)
    is_dupe = DUPE_KEYS[places] == products
    unlike = np.where(is_flush, FLUSH_ARRAY[keys], UNIQUE_FIVE_ARRAY[keys])
    return np.where(is_dupe, DUPE_STRENGTHS[places], unlike)
