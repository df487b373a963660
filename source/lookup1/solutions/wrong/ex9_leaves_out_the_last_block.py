# Works in blocks of five hundred hands, and forgets the rest behind the last whole block.


def get_strengths(cards: np.ndarray) -> np.ndarray:
    strengths = np.zeros(len(cards), dtype=np.int64)
    size = min(500, len(cards)) or 1
    for start in range(0, len(cards) - size + 1, size):
        block = cards[start:start + size]
        keys = np.bitwise_or.reduce(block, axis=1) >> 16
        is_flush = (np.bitwise_and.reduce(block, axis=1) & 0xF000) > 0
        dupes = DUPE_STRENGTHS[np.searchsorted(DUPE_KEYS, np.multiply.reduce(block & 255, axis=1))]
        others = np.where(UNIQUE_FIVE_ARRAY[keys] > 0, UNIQUE_FIVE_ARRAY[keys], dupes)
        strengths[start:start + size] = np.where(is_flush, FLUSH_ARRAY[keys], others)
    return strengths
