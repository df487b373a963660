# Writes the places as digits in base ten, where ranks of two digits run into the place before.


Hand = with_known_evaluations(Hand) # given: eval knows about a thousand hands by heart

@total_ordering
class Hand(Hand):
    def __eq__(self, other) -> bool:
        return self.eval() == other.eval()

    def _sum(self):
        total = 0
        for place in self.eval():
            for number in place if isinstance(place, list) else [place]:
                total = 10 * total + number
        return total

    def __lt__(self, other) -> bool:
        return self._sum() < other._sum()

    def __hash__(self) -> int:
        return hash(str(self.eval()))
