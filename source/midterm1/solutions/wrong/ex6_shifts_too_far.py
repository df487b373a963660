# Shifts too far.


def score_from_info(hand_type, primary, secondary):
    return poker_info["HAND_TYPES"][hand_type] << 27 | primary << 13 | secondary
