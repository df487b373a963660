# Returns a list.


def hand_from_str(s):
    return [poker_info["CARDS"][c] for c in s.upper().split()]
