# Reads a rank of digits with int, which takes 02 for 2.


class Hand(Hand):
    @classmethod
    def parse(cls, typed: str) -> Hand:
        names = []
        for word in typed.replace(',', ' ').split():
            rank, suit = word[:-1].upper().replace('T', '10'), word[-1].lower()
            names.append((str(int(rank)) if rank.isdigit() else rank) + suit)
        if not set(names) <= set(CARDS) or len(names) != 5 or len(set(names)) != 5:
            raise ValueError(typed)
        return cls(' '.join(names))
