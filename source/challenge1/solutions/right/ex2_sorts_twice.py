# Sorts twice: a sort keeps the order of equals.


class Hand(Hand):
    def __repr__(self):
        by_suit = sorted(self.cards, key=lambda card: card.suit)
        by_rank = sorted(by_suit, key=lambda card: card.rank, reverse=True)
        return f"<Hand {' '.join(card.name for card in by_rank)}>"
