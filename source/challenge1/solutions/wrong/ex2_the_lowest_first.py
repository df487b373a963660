# The lowest card first.


class Hand(Hand):
    def __repr__(self):
        in_order = sorted(self.cards, key=lambda card: (card.rank, card.suit))
        return "<Hand " + " ".join(card.name for card in in_order) + ">"
