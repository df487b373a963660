# Sorts its own list of cards.


class Hand(Hand):
    def __repr__(self):
        self.cards.sort(key=lambda card: (-card.rank, card.suit))
        return "<Hand " + " ".join(card.name for card in self.cards) + ">"
