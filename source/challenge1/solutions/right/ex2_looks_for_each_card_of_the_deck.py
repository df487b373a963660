# Looks for each card of the deck, from the highest.


class Hand(Hand):
    def __repr__(self):
        shown = "<Hand"
        for rank in range(14, 1, -1):
            for suit in "cdhs":
                for card in self.cards:
                    if (card.rank, card.suit) == (rank, suit):
                        shown += " " + card.name
        return shown + ">"
