# Small methods that are called through cls and self.


class NotACardError(ValueError):
    pass


class Hand(Hand):
    @staticmethod
    def _name(word):
        name = word.lower().replace("t", "10").capitalize() if word[0] in "tT" else word[:-1].upper() + word[-1:].lower()
        if name not in CARDS:
            raise NotACardError(f"{word} is no card")
        return name

    @classmethod
    def _names(cls, typed):
        return map(cls._name, typed.translate({ord(","): " "}).split())

    @classmethod
    def parse(cls, typed):
        names = [*cls._names(typed)]
        match len(names), len(set(names)):
            case 5, 5:
                return cls(" ".join(names))
        raise NotACardError(names)
