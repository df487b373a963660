# Swaps the ranks.


def score_from_info(hand_type, primary, secondary):
    return poker_info["HAND_TYPES"][hand_type] << 26 | secondary << 13 | primary
