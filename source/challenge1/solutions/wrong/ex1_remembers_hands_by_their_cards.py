# Remembers hands by the set of their cards, in whatever order they are typed.


class Hand(Hand):
    known = {}

    @classmethod
    def parse(cls, typed):
        names = []
        for word in typed.replace(",", " ").split():
            name = word[:-1].upper().replace("T", "10") + word[-1].lower()
            if name not in CARDS:
                raise ValueError(word)
            names.append(name)
        if len(names) != 5 or len(set(names)) != 5:
            raise ValueError(typed)
        if frozenset(names) not in cls.known:
            cls.known[frozenset(names)] = cls(" ".join(names))
        return cls.known[frozenset(names)]
