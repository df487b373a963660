# Reverses the suits along with the ranks.


class Hand(Hand):
    def __repr__(self):
        in_order = sorted(self.cards, key=lambda card: (card.rank, card.suit), reverse=True)
        return "<Hand " + " ".join(card.name for card in in_order) + ">"
