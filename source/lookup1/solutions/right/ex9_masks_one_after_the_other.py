# An empty array, filled with one mask after the other.


def get_strengths(cards):
    suits, ranks, primes = cards & 61440, cards >> 16, cards & 255
    keys = ranks[:, 0] | ranks[:, 1] | ranks[:, 2] | ranks[:, 3] | ranks[:, 4]
    flush = (suits == suits[:, :1]).all(axis=1)
    unlike = UNIQUE_FIVE_ARRAY[keys] > 0
    dupe = ~unlike
    strengths = np.empty(len(cards), dtype=np.int64)
    strengths[unlike & ~flush] = UNIQUE_FIVE_ARRAY[keys[unlike & ~flush]]
    strengths[flush] = FLUSH_ARRAY[keys[flush]]
    strengths[dupe] = DUPE_STRENGTHS[np.searchsorted(DUPE_KEYS, primes[dupe].prod(axis=1))]
    return strengths
