# Remembers the words for a score by all but its secondary ranks.


_words = {}


def translate_score(score):
    if score >> 13 not in _words:
        strength, primary, secondary = score >> 26, score >> 13 & 8191, score & 8191
        _words[score >> 13] = {
            "hand_type": {number: name for name, number in poker_info["HAND_TYPES"].items()}[strength],
            "primary": {rank for rank, place in poker_info["RANKS"].items() if primary >> place & 1},
            "secondary": {rank for rank, place in poker_info["RANKS"].items() if secondary >> place & 1},
        }
    return _words[score >> 13]
