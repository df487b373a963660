# Where a list meets a 0, thinks of the full house only, and not of two pair.

Hand = with_known_evaluations(Hand)


@total_ordering
class Hand(Hand):
    def __eq__(self, other) -> bool:
        return self.eval() == other.eval()

    def __lt__(self, other) -> bool:
        try:
            return self.eval() < other.eval()
        except TypeError:
            return isinstance(other.eval()[2], list)

    def __hash__(self) -> int:
        return hash(str(self.eval()))
