# Makes its hand with the class that it is derived from.


Earlier = Hand


class Hand(Hand):
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
        return Earlier(" ".join(names))
