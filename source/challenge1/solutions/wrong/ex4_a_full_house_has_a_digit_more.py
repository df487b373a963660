# One number in base 15, in which a full house has a digit more than the others.


Hand = with_known_evaluations(Hand) # given: eval knows about a thousand hands by heart

@total_ordering
class Hand(Hand):

    def __int__(self):
        number = 0
        for i, place in enumerate(self.eval()):
            digits = place if isinstance(place, list) else [place]
            width = 5 if i == 8 else 2 if i in (1, 6) else 1
            for digit in [0] * (width - len(digits)) + digits:
                number = number * 15 + digit
        return number

    def __eq__(self, other) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return int(self) == int(other)

    def __lt__(self, other) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return int(self) < int(other)

    def __hash__(self) -> int:
        return hash(('Hand', int(self)))
