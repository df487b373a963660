# Makes one number of both ranks with base ten.


Hand = with_known_evaluations(Hand)

@total_ordering
class Hand(Hand):
    def _key(self):
        *places, cards = self.eval()
        return tuple(10 * place[0] + place[1] if isinstance(place, list) else place for place in places) + tuple(cards)

    def __eq__(self, other) -> bool:
        return self._key() == other._key()

    def __lt__(self, other) -> bool:
        return self._key() < other._key()

    def __hash__(self) -> int:
        return hash(self._key())
