# Takes every word that begins with a T for a ten.


class Hand(Hand):
    @classmethod
    def parse(cls, typed: str) -> Hand:
        names = []
        for word in typed.replace(',', ' ').split():
            suit = word[-1].lower()
            rank = '10' if word[0] in 'Tt' and word[1:] else word[:-1].upper()
            names.append(rank + suit)
        if set(names) - set(CARDS) or len(names) != 5 or len(set(names)) != 5:
            raise ValueError('not a hand')
        return cls(' '.join(names))
