# Leaves no secondary ranks away.


def score_from_info(hand_type, primary, secondary):
    ranks = f"{primary:013b}" + (f"{secondary:013b}" if secondary else "")
    return int(f"{poker_info['HAND_TYPES'][hand_type]:b}" + ranks, 2)
