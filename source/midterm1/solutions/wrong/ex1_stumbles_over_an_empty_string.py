# Stumbles over an empty string.

from functools import reduce


def hand_from_str(s):
    return reduce(lambda a, b: a | b, [poker_info["CARDS"][c] for c in s.upper().split()])
