# Masks both sets of ranks with twelve ones, which drops the ace.


def score_from_info(hand_type: str, primary: int, secondary: int) -> int:
    mask = 0b111111111111
    return poker_info['HAND_TYPES'][hand_type] << 26 | (primary & mask) << 13 | secondary & mask
