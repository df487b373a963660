# Looks at the last two characters of a word, and at three for a ten.


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        names = []
        for word in typed.upper().replace(",", " ").replace("T", "10").split():
            name = word[-3:] if "10" in word else word[-2:]
            name = name[:-1] + name[-1:].lower()
            if name not in CARDS:
                raise ValueError(word)
            names.append(name)
        if len(names) != 5 or len(set(names)) != 5:
            raise ValueError(typed)
        return cls(" ".join(names))
