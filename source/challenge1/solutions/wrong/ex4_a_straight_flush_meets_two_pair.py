# Takes a straight flush and two pair for equally strong in <, whichever comes first.


@total_ordering
class Hand(Hand):
    def _key(self):
        return tuple(tuple(place) if isinstance(place, list) else (place,) for place in self.eval())

    def __eq__(self, other):
        return self._key() == other._key()

    def __lt__(self, other):
        mine, theirs = self._key(), other._key()
        for better, worse in ((mine, theirs), (theirs, mine)):
            if better[0] != (0,) and worse[6] != (0,):
                return False
        return mine < theirs

    def __hash__(self):
        return hash(self._key())
