# Capitalises.


def hand_from_str(s):
    return sum(poker_info["CARDS"][c] for c in s.title().split())
