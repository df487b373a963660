# Takes what list.sort returns for the list.


class Hand(Hand):
    def __repr__(self):
        in_order = list(self.cards).sort(key=lambda card: (-card.rank, card.suit))
        return f"<Hand {in_order}>"
