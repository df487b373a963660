# Returns the flushes first, then the others, and not the order of the hands.


def get_strengths(cards: np.ndarray) -> np.ndarray:
    flush = np.bitwise_and.reduce(cards, axis=1) & 0xF000 != 0
    keys = np.bitwise_or.reduce(cards, axis=1) >> 16
    strengths = np.where(flush, FLUSH_ARRAY[keys], UNIQUE_FIVE_ARRAY[keys])
    rest = strengths == 0
    products = (cards[rest] & 255).prod(axis=1)
    strengths[rest] = DUPE_STRENGTHS[np.searchsorted(DUPE_KEYS, products)]
    return np.concatenate([strengths[flush], strengths[~flush]])
