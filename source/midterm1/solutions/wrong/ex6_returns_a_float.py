# Returns a float.


def score_from_info(hand_type, primary, secondary):
    return poker_info["HAND_TYPES"][hand_type] * 2.0**26 + primary * 2**13 + secondary
