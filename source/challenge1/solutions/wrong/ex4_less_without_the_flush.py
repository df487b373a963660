# A flush is not stronger than the same ranks without one.


@total_ordering
class Hand(Hand):
    def _key(self):
        return tuple(tuple(place) if isinstance(place, list) else (place,) for place in self.eval())

    def __eq__(self, other):
        return self._key() == other._key()

    def __lt__(self, other):
        return self._key()[:3] + self._key()[4:] < other._key()[:3] + other._key()[4:]

    def __hash__(self):
        return hash(self._key())
