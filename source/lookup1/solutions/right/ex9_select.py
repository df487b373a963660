# np.select, and a loop over the five columns.


def get_strengths(cards):
    common = np.full(len(cards), 0xF000)
    keys = np.zeros(len(cards), dtype=np.int64)
    products = np.ones(len(cards), dtype=np.int64)
    for column in cards.T:
        common &= column
        keys |= column >> 16
        products *= column & 255
    flush, unlike = FLUSH_ARRAY[keys], UNIQUE_FIVE_ARRAY[keys]
    dupe = DUPE_STRENGTHS[np.searchsorted(DUPE_KEYS, products).clip(max=4887)]
    return np.select([common > 0, unlike > 0], [flush, unlike], dupe)
