# Looks at the first three cards only.


@total_ordering
class Hand(Hand):
    def _key(self):
        return tuple(tuple(place) if isinstance(place, list) else (place,) for place in self.eval())

    def __eq__(self, other):
        return self._key()[:8] == other._key()[:8] and self.eval()[8][:3] == other.eval()[8][:3]

    def __lt__(self, other):
        return (self._key()[:8], self.eval()[8][:3]) < (other._key()[:8], other.eval()[8][:3])

    def __hash__(self):
        return hash(self._key()[:8])
