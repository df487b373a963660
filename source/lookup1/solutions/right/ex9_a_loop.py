# A loop over all hands with the dictionaries: slow, but right.


def get_strengths(cards):
    strengths = []
    for a, b, c, d, e in cards.tolist():
        key = (a | b | c | d | e) >> 16
        if a & b & c & d & e & 0xF000:
            strengths.append(FLUSH_RANKS[key])
        elif key in UNIQUE_FIVE_RANKS:
            strengths.append(UNIQUE_FIVE_RANKS[key])
        else:
            strengths.append(DUPE_RANKS[(a & 255) * (b & 255) * (c & 255) * (d & 255) * (e & 255)])
    return np.array(strengths, dtype=np.int64)
