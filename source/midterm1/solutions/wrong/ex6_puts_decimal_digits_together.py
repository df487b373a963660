# Puts decimal digits together.


def score_from_info(hand_type, primary, secondary):
    return int(f"{poker_info['HAND_TYPES'][hand_type]}{primary}{secondary}")
