# Sorts the names as text.


class Hand(Hand):
    def __repr__(self):
        in_order = sorted(self.cards, key=lambda card: card.name, reverse=True)
        return "<Hand " + " ".join(card.name for card in in_order) + ">"
