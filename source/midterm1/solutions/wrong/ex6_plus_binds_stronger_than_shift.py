# Writes + between shifts without parentheses, where + comes first.


def score_from_info(hand_type: str, primary: int, secondary: int) -> int:
    return poker_info['HAND_TYPES'][hand_type] << 26 + primary << 13 + secondary
