# Digits and names side by side.


def translate_score(score):
    digits = format(score, "030b")
    names = "AKQJT98765432"
    hand_type = [name for name, strength in poker_info["HAND_TYPES"].items() if strength == int(digits[:4], 2)][0]
    return {
        "hand_type": hand_type,
        "primary": {name for name, digit in zip(names, digits[4:17]) if digit == "1"},
        "secondary": {name for name, digit in zip(names, digits[17:]) if digit == "1"},
    }
