# Sorts the names by their place in the deck.


class Hand(Hand):
    def __repr__(self):
        order = sorted(CARDS, key=lambda name: (-CARDS[name].rank, CARDS[name].suit))
        return " ".join(["<Hand", *sorted(self.text.split(), key=order.index)]) + ">"
