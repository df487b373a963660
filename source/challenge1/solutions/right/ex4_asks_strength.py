# Compares the given strength of the cards, which is a whole number and serves as the hash too.


Hand = with_known_evaluations(Hand) # given: eval knows about a thousand hands by heart

@total_ordering
class Hand(Hand):

    def _strength(self):
        return strength([card.name for card in self.cards])

    def __eq__(self, other) -> bool:
        return self._strength() == other._strength()

    def __lt__(self, other) -> bool:
        return self._strength() < other._strength()

    def __hash__(self) -> int:
        return self._strength()
