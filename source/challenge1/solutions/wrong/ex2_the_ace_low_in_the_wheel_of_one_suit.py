# Puts the ace last if five to ace are of one suit.


class Hand(Hand):
    def __repr__(self) -> str:
        cards = sorted(self.cards, key=lambda card: (-card.rank, card.suit))
        if [card.rank for card in cards] == [14, 5, 4, 3, 2] and len({card.suit for card in cards}) == 1:
            cards.append(cards.pop(0))
        return '<Hand ' + ' '.join(card.name for card in cards) + '>'
