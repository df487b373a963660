# Sorts the ranks as text.


class Hand(Hand):
    def __repr__(self):
        in_order = sorted(sorted(self.cards, key=lambda card: card.suit), key=lambda card: str(card.rank), reverse=True)
        return "<Hand " + " ".join(card.name for card in in_order) + ">"
