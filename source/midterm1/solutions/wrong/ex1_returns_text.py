# Returns text.


def hand_from_str(s):
    return str(sum(poker_info["CARDS"][c] for c in s.upper().split()))
