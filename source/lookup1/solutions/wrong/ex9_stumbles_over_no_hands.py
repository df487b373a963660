# Stumbles over an array without hands.


def get_strengths(cards):
    return np.array([strength_of(row) for row in cards])


def strength_of(row):
    a, b, c, d, e = map(int, row)
    key = (a | b | c | d | e) >> 16
    if a & b & c & d & e & 0xF000:
        return FLUSH_RANKS[key]
    if key in UNIQUE_FIVE_RANKS:
        return UNIQUE_FIVE_RANKS[key]
    return DUPE_RANKS[(a & 255) * (b & 255) * (c & 255) * (d & 255) * (e & 255)]
