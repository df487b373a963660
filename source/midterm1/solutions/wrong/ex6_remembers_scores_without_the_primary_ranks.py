# Remembers scores by the type and the secondary ranks alone, if there are any.


_scores = {}


def score_from_info(hand_type, primary, secondary):
    score = (poker_info["HAND_TYPES"][hand_type] << 26) + (primary << 13) + secondary
    return _scores.setdefault((hand_type, secondary), score) if secondary else score
