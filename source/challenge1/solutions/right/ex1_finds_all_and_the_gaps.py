# Finds all names, and looks at what is left without them.


import re


class Hand(Hand):
    @classmethod
    def parse(cls, typed: str):
        words = re.split(r"[\s,]+", typed.strip(" \t\n,"))
        found = [re.fullmatch("(10|[2-9tjqka])([cdhs])", word, re.I) for word in words]
        if not all(found):
            raise ValueError("no card")
        names = [f"{'10' if m[1] in 'tT' else m[1].upper()}{m[2].lower()}" for m in found]
        if (len(names), len({*names})) != (5, 5):
            raise ValueError("not five cards")
        return cls(text=" ".join(names))
