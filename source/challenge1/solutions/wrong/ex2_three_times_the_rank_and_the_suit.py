# Rank and suit are made one number with three for each rank, so a spade and the club one rank below are equal.


class Hand(Hand):
    def __repr__(self) -> str:
        cards = sorted(self.cards, key=lambda card: 'cdhs'.index(card.suit) - 3 * card.rank)
        return '<Hand ' + ' '.join(card.name for card in cards) + '>'
