# Shifts too little.


def score_from_info(hand_type, primary, secondary):
    return poker_info["HAND_TYPES"][hand_type] << 25 | primary << 12 | secondary
