# Asserts instead of raising a ValueError.


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        names = []
        for word in typed.replace(",", " ").split():
            rank, suit = word[:-1].upper().replace("T", "10"), word[-1].lower()
            if rank + suit not in CARDS:
                raise AssertionError(word)
            names.append(rank + suit)
        assert len(names) == 5
        assert len(set(names)) == 5
        return cls(" ".join(names))
