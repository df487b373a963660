# Finds names anywhere in the text, and overlooks what stands between them.


import re


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        found = re.findall(r"(10|[2-9TJQKA])([cdhs])", typed, re.IGNORECASE)
        names = [rank.upper().replace("T", "10") + suit.lower() for rank, suit in found]
        if len(names) != 5 or len(set(names)) != 5:
            raise ValueError(typed)
        return cls(" ".join(names))
