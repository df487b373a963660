# Compares the tuples as text.


@total_ordering
class Hand(Hand):
    def _key(self):
        return str(self.eval())

    def __eq__(self, other):
        return self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __hash__(self):
        return hash(self._key())
