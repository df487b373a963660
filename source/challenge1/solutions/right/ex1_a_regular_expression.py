# A regular expression.

import re


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        names = []
        for word in re.split(r"[\s,]+", typed.strip(" \t\n,")):
            found = re.fullmatch(r"([2-9]|10|[tjqka])([cdhs])", word.lower())
            if not found:
                raise ValueError(word)
            rank, suit = found.groups()
            names.append(("10" if rank == "t" else rank.upper()) + suit)
        if len(set(names)) != 5 or len(names) != 5:
            raise ValueError(names)
        return cls(" ".join(names))
