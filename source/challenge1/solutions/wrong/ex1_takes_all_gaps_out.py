# Takes all gaps out before it looks for names.


import re


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        text = "".join(typed.replace(",", " ").split()).upper().replace("T", "10")
        if not re.fullmatch(r"((10|[2-9JQKA])[CDHS])*", text):
            raise ValueError(typed)
        names = [rank + suit.lower() for rank, suit in re.findall(r"(10|[2-9JQKA])([CDHS])", text)]
        if len(names) != 5 or len(set(names)) != 5:
            raise ValueError(typed)
        return cls(" ".join(names))
