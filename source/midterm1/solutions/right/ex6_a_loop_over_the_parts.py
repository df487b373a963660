# A loop over the parts.


def score_from_info(hand_type, primary, secondary):
    score = 0
    for part in (poker_info["HAND_TYPES"][hand_type], primary, secondary):
        score = score << 13 | part
    return score
