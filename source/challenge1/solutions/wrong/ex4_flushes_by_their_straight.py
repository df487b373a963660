# Lets a straight beat a flush.


@total_ordering
class Hand(Hand):
    def _key(self):
        return tuple(tuple(self.eval()[place]) if isinstance(self.eval()[place], list) else (self.eval()[place],) for place in (0, 1, 2, 4, 3, 5, 6, 7, 8))

    def __eq__(self, other):
        return self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __hash__(self):
        return hash(self._key())
