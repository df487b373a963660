# Adds a random number of the object to its hash, so hands that tie have different ones.


Hand = with_known_evaluations(Hand) # given: eval knows about a thousand hands by heart

@total_ordering
class Hand(Hand):
    def __eq__(self, other) -> bool:
        return self.eval() == other.eval()

    def _key(self):
        return [[0] if place == 0 else place if isinstance(place, list) else [place] for place in self.eval()]

    def __lt__(self, other) -> bool:
        return self._key() < other._key()

    def __hash__(self) -> int:
        return hash((str(self.eval()), id(self)))
