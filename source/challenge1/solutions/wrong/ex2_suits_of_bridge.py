# The order of the suits as in bridge, spades first.


class Hand(Hand):
    def __repr__(self):
        in_order = sorted(self.cards, key=lambda card: (-card.rank, "shdc".index(card.suit)))
        return "<Hand " + " ".join(card.name for card in in_order) + ">"
