# A straight flush is as strong as its flush.


@total_ordering
class Hand(Hand):
    def _key(self):
        return tuple(tuple(place) if isinstance(place, list) else (place,) for place in self.eval())

    def __eq__(self, other):
        return self._key() == other._key()

    def __lt__(self, other):
        return self._key()[1:] < other._key()[1:]

    def __hash__(self):
        return hash(self._key())
