# Where tuples cannot be compared, takes the one with more zeros for the weaker: two pair has as many as a full house.


@total_ordering
class Hand(Hand):
    def __eq__(self, other):
        return self.eval() == other.eval()

    def __lt__(self, other):
        mine, theirs = self.eval(), other.eval()
        try:
            return mine < theirs
        except TypeError:
            return mine.count(0) > theirs.count(0)

    def __hash__(self):
        return hash(repr(self.eval()))
