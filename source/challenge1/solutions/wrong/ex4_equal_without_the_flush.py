# Hands that differ in nothing but the flush are equal.


@total_ordering
class Hand(Hand):
    def _key(self):
        return tuple(tuple(place) if isinstance(place, list) else (place,) for place in self.eval())

    def __eq__(self, other):
        return self._key()[:3] + self._key()[4:] == other._key()[:3] + other._key()[4:]

    def __lt__(self, other):
        return self._key() < other._key()

    def __hash__(self):
        return hash(self._key())
