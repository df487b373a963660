# Checks the names, and hands on what was typed.


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        names = [word.capitalize().replace("T", "10") for word in typed.replace(",", " ").split()]
        if len(names) != 5 or len(set(names)) != 5 or not set(names) <= set(CARDS):
            raise ValueError(typed)
        return cls(typed)
