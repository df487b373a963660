# Takes a hand for weaker if no place is higher and some is lower.


@total_ordering
class Hand(Hand):
    def _key(self):
        return tuple(tuple(place) if isinstance(place, list) else (place,) for place in self.eval())

    def __eq__(self, other):
        return self._key() == other._key()

    def __lt__(self, other):
        return self != other and all(mine <= others for mine, others in zip(self._key(), other._key()))

    def __hash__(self):
        return hash(self._key())
