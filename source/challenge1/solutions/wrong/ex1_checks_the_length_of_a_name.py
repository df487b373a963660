# Takes every word of two or three characters for a card's name, if it begins and ends rightly.


class Hand(Hand):
    @classmethod
    def parse(cls, typed):
        names = []
        for word in typed.replace(",", " ").upper().split():
            if word[0] not in "123456789TJQKA" or word[-1] not in "CDHS" or len(word) > 3:
                raise ValueError(word)
            names.append(word[:-1].replace("T", "10") + word[-1].lower())
        if len(names) != 5 or len(set(names)) != 5:
            raise ValueError(typed)
        return cls(" ".join(names))
