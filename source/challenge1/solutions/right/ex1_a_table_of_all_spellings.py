# A table of all spellings.


SPELLINGS = {}
for name in CARDS:
    SPELLINGS[name.lower()] = name
    SPELLINGS[name.lower().replace("10", "t")] = name


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        try:
            names = [SPELLINGS[word] for word in typed.lower().replace(",", " ").split()]
        except KeyError as error:
            raise ValueError(f"no such card: {error}") from None
        if sorted(set(names)) != sorted(names) or len(names) != 5:
            raise ValueError("five different cards, please")
        return cls(" ".join(names))
