# Stores the sorted names in self.text, which has to stay as it is.


class Hand(Hand):
    def __repr__(self) -> str:

        self.text = ' '.join(card.name for card in sorted(self.cards, key=lambda card: (-card.rank, card.suit)))
        return f'<Hand {self.text}>'
