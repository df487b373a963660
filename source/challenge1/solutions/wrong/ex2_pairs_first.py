# The ranks that occur most often first.


class Hand(Hand):
    def __repr__(self):
        ranks = [card.rank for card in self.cards]
        in_order = sorted(self.cards, key=lambda card: (-ranks.count(card.rank), -card.rank, card.suit))
        return "<Hand " + " ".join(card.name for card in in_order) + ">"
