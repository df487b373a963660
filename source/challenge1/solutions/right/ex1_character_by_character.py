# Character by character.


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        words = [""]
        for character in typed:
            if character in ", \t\n\r":
                words.append("")
            else:
                words[-1] += character
        names = []
        for word in words:
            if not word:
                continue
            rank = word[:-1].upper()
            name = ("10" if rank == "T" else rank) + word[-1].lower()
            if name in names:
                raise ValueError("a card twice")
            names.append(CARDS[name].name if name in CARDS else cls._refuse(word))
        if len(names) != 5:
            raise ValueError("not five")
        return cls(" ".join(names))

    @staticmethod
    def _refuse(word):
        raise ValueError(word)
