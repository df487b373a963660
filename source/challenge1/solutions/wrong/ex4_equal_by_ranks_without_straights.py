# Ignores the flush where there is no straight.


@total_ordering
class Hand(Hand):
    def _key(self):
        return tuple(tuple(place) if isinstance(place, list) else (place,) for place in self.eval())

    def __eq__(self, other):
        return self.eval()[8] == other.eval()[8] and self.eval()[0] == other.eval()[0]

    def __lt__(self, other):
        return self._key() < other._key()

    def __hash__(self):
        return hash(self._key())
