# A loop.


def hand_from_str(s):
    total = 0
    for card in s.split():
        total |= poker_info["CARDS"][card.upper()]
    return total
