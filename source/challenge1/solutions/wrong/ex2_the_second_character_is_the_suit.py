# Takes the second character of a name for the suit, which is the 0 of a ten.


class Hand(Hand):
    def __repr__(self) -> str:
        cards = sorted(self.cards, key=lambda card: (-card.rank, card.name[1]))
        return '<Hand ' + ' '.join(card.name for card in cards) + '>'
