# Prints.


def hand_from_str(s):
    print(sum(poker_info["CARDS"][c] for c in s.upper().split()))
