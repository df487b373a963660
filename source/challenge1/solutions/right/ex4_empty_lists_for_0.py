# Empty lists in the places of lists.


@total_ordering
class Hand(Hand):
    def __eq__(self, other):
        return not self < other and not other < self

    def __lt__(self, other):
        mine, others = list(self.eval()), list(other.eval())
        for places in mine, others:
            places[2] = places[2] or []
            places[6] = places[6] or []
        return mine < others

    def __hash__(self):
        *_, ranks = self.eval()
        return hash(tuple(ranks))
