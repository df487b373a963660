# The cards as they were given.


class Hand(Hand):
    def __repr__(self):
        in_order = self.cards
        return "<Hand " + " ".join(card.name for card in in_order) + ">"
