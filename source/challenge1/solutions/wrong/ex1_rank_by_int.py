# Reads digits with int, which forgives leading zeros.


class Hand(Hand):
    @classmethod
    def parse(cls, typed: str) -> Hand:
        names = []
        for word in typed.replace(',', ' ').split():
            rank, suit = word[:-1].upper(), word[-1].lower()
            if rank == 'T':
                rank = '10'
            if rank not in ('J', 'Q', 'K', 'A'):
                rank = str(int(rank))
            if rank + suit not in CARDS:
                raise ValueError(word)
            names.append(rank + suit)
        if len(names) != 5 or len(set(names)) != 5:
            raise ValueError('not five different cards')
        return cls(' '.join(names))
