# Matches the beginning of a word only.


import re


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        names = []
        for word in typed.replace(",", " ").split():
            match = re.match(r"(10|[2-9TJQKA])([cdhs])", word, re.IGNORECASE)
            if not match:
                raise ValueError(word)
            names.append(match[1].upper().replace("T", "10") + match[2].lower())
        if len(names) != 5 or len(set(names)) != 5:
            raise ValueError(typed)
        return cls(" ".join(names))
