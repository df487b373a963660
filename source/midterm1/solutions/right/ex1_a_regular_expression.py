# A regular expression.

import re


def hand_from_str(s):
    return sum(poker_info["CARDS"][card] for card in re.findall("[2-9TJQKA][HSCD]", s.upper()))
