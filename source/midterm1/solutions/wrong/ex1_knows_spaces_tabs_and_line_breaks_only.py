# Knows spaces, tabs and line breaks only.

import re


def hand_from_str(s):
    return sum(poker_info["CARDS"][c] for c in re.split("[ \t\n]+", s.strip().upper()) if c)
