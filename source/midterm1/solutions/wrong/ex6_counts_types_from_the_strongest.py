# Counts types from the strongest.


def score_from_info(hand_type, primary, secondary):
    return list(poker_info["HAND_TYPES"]).index(hand_type) + 1 << 26 | primary << 13 | secondary
