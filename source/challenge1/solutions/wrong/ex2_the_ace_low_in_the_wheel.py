# The ace comes last in the wheel.


class Hand(Hand):
    def __repr__(self):
        in_order = sorted(self.cards, key=lambda card: (-card.rank, card.suit))
        if [card.rank for card in in_order] == [14, 5, 4, 3, 2]:
            in_order = in_order[1:] + in_order[:1]
        return "<Hand " + " ".join(card.name for card in in_order) + ">"
