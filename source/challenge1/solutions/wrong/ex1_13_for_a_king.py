# Takes 13s for Ks.


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        names = []
        for word in typed.replace(",", " ").split():
            rank, suit = word[:-1].upper(), word[-1].lower()
            name = {"T": "10", "13": "K"}.get(rank, rank) + suit
            if name not in CARDS:
                raise ValueError(word)
            names.append(name)
        if len(names) != 5 or len(set(names)) != 5:
            raise ValueError(typed)
        return cls(" ".join(names))
