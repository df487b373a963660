# Only the first character of a word is its rank, with 1 for a ten, so that 1s and other words pass as the ten.


RANK_OF = {'1': '10', 'T': '10', **{letter: letter for letter in '23456789JQKA'}}

class Hand(Hand):
    @classmethod
    def parse(cls, typed: str) -> Hand:
        """Return the hand of the five cards that somebody typed."""
        names = []
        for word in typed.upper().replace(',', ' ').split():
            if word[0] not in RANK_OF or word[-1] not in 'CDHS' or len(word) > 2 and word[:2] != '10' or len(word) not in (2, 3):
                raise ValueError(word)
            names.append(RANK_OF[word[0]] + word[-1].lower())
        if len(names) != 5 or len(set(names)) != 5:
            raise ValueError('not five different cards')
        return cls(' '.join(names))
