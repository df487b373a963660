# Recursion.


def hand_from_str(s):
    cards = s.upper().split(None, 1)
    if not cards:
        return 0
    return poker_info["CARDS"][cards[0]] | hand_from_str("".join(cards[1:]))
