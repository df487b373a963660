# Lists and numbers are compared as texts, in which 10 comes before 9.


Hand = with_known_evaluations(Hand) # given: eval knows about a thousand hands by heart

@total_ordering
class Hand(Hand):
    def __eq__(self, other) -> bool:
        """Return whether the hands tie."""
        return self.eval() == other.eval()

    def __lt__(self, other) -> bool:
        """Return whether this hand is weaker than the other."""
        def key(hand):
            return [str(place) if number in (2, 6) else place for number, place in enumerate(hand.eval())]
        return key(self) < key(other)

    def __hash__(self) -> int:
        """Return a number that is the same for hands that tie."""
        return hash(str(self.eval()))
