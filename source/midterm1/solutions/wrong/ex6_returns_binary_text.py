# Returns binary text.


def score_from_info(hand_type, primary, secondary):
    return bin(poker_info["HAND_TYPES"][hand_type] << 26 | primary << 13 | secondary)
