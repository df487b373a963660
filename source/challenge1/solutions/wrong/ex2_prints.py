# Prints instead of returning.


class Hand(Hand):
    def __repr__(self):
        in_order = sorted(self.cards, key=lambda card: (-card.rank, card.suit))
        print("<Hand " + " ".join(card.name for card in in_order) + ">")
