# One number for the strength, in which the pair is left out.


@total_ordering
class Hand(Hand):
    @property
    def number(self):
        digits = []
        for place in self.eval()[:7]:
            digits += place if isinstance(place, list) else [place, 0]
        number = 0
        for digit in digits + self.eval()[8]:
            number = 15 * number + digit
        return number

    def __eq__(self, other):
        return self.number == other.number

    def __lt__(self, other):
        return self.number < other.number

    def __hash__(self):
        return self.number
