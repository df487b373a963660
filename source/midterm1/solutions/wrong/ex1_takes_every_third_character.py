# Takes every third character.


def hand_from_str(s):
    return sum(poker_info["CARDS"][s[i : i + 2].upper()] for i in range(0, len(s), 3))
