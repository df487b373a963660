# Takes the place of the type in the dictionary for its strength, but the strongest comes first there.


def score_from_info(hand_type: str, primary: int, secondary: int) -> int:
    strength = list(poker_info['HAND_TYPES']).index(hand_type) + 1
    return strength << 26 | primary << 13 | secondary
