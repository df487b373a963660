# Forgets zeros in front.


def score_from_info(hand_type, primary, secondary):
    return int(f"{poker_info['HAND_TYPES'][hand_type]:b}{primary:b}{secondary:b}", 2)
