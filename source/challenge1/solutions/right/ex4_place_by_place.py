# A loop, place by place.


class Hand(Hand):
    def compare(self, other):
        for mine, others in zip(self.eval(), other.eval()):
            if mine != others:
                if mine == 0:
                    return -1
                if others == 0:
                    return 1
                return -1 if mine < others else 1
        return 0

    def __eq__(self, other):
        return self.compare(other) == 0

    def __lt__(self, other):
        return self.compare(other) < 0

    def __le__(self, other):
        return self.compare(other) <= 0

    def __gt__(self, other):
        return self.compare(other) > 0

    def __ge__(self, other):
        return self.compare(other) >= 0

    def __hash__(self):
        return sum(self.eval()[8])
