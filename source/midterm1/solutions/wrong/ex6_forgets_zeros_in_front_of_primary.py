# Forgets zeros in front of primary.


def score_from_info(hand_type, primary, secondary):
    return int(f"{poker_info['HAND_TYPES'][hand_type]:b}{primary:b}{secondary:013b}", 2)
