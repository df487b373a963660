# Skips a word that has neither a letter nor a digit.


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        names = []
        for word in (word for word in typed.replace(",", " ").split() if word.strip("-.;:/|_+*!?()'&")):
            rank, suit = word[:-1].upper().replace("T", "10"), word[-1].lower()
            if rank + suit not in CARDS:
                raise ValueError(word)
            names.append(rank + suit)
        if len(names) != 5 or len(set(names)) != 5:
            raise ValueError(typed)
        return cls(" ".join(names))
