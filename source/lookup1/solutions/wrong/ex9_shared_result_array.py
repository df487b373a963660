# Writes the result into one array that all calls share, so a later call changes an earlier result.


_result = np.zeros(2_000_000, dtype=np.int64)

def get_strengths(cards: np.ndarray) -> np.ndarray:
    if len(cards) > len(_result):
        raise ValueError('too many hands')
    strengths = _result[:len(cards)]
    flush = np.bitwise_and.reduce(cards, axis=1) & 0xF000 != 0
    keys = np.bitwise_or.reduce(cards, axis=1) >> 16
    strengths[:] = np.where(flush, FLUSH_ARRAY[keys], UNIQUE_FIVE_ARRAY[keys])
    rest = strengths == 0
    products = (cards[rest] & 255).prod(axis=1)
    strengths[rest] = DUPE_STRENGTHS[np.searchsorted(DUPE_KEYS, products)]
    return strengths
