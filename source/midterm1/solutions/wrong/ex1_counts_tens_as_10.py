# Counts tens as 10.


def hand_from_str(s):
    return sum(poker_info["CARDS"][c] for c in s.upper().replace("T", "10").split())
