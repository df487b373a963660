# By the given strength.


@total_ordering
class Hand(Hand):
    def __eq__(self, other):
        return strength(self.text.split()) == strength(other.text.split())

    def __lt__(self, other):
        return strength(self.text.split()) < strength(other.text.split())

    def __hash__(self):
        return strength(self.text.split())
