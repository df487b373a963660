# Sorts by suit first.


class Hand(Hand):
    def __repr__(self):
        in_order = sorted(self.cards, key=lambda card: (card.suit, -card.rank))
        return "<Hand " + " ".join(card.name for card in in_order) + ">"
