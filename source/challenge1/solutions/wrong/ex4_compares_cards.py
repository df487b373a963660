# Takes hands for equal if their cards are the same.


@total_ordering
class Hand(Hand):
    def _key(self):
        return tuple(tuple(place) if isinstance(place, list) else (place,) for place in self.eval())

    def __eq__(self, other):
        return set(self.cards) == set(other.cards)

    def __lt__(self, other):
        return self._key() < other._key()

    def __hash__(self):
        return hash(self._key())
