# T for a ten.


class Hand(Hand):
    def __repr__(self):
        in_order = sorted(self.cards, key=lambda card: (-card.rank, card.suit))
        return "<Hand " + " ".join(card.name.replace("10", "T") for card in in_order) + ">"
