# Sorts by rank and turns the list round.


class Hand(Hand):
    def __repr__(self):
        in_order = sorted(self.cards, key=lambda card: card.rank)[::-1]
        return "<Hand " + " ".join(card.name for card in in_order) + ">"
