# Gives five-high its ace back.


def score_from_info(hand_type, primary, secondary):
    primary = 4111 if primary == 15 else primary
    return poker_info["HAND_TYPES"][hand_type] << 26 | primary << 13 | secondary
