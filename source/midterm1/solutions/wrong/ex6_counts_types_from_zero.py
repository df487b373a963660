# Counts types from zero.


def score_from_info(hand_type, primary, secondary):
    return poker_info["HAND_TYPES"][hand_type] - 1 << 26 | primary << 13 | secondary
