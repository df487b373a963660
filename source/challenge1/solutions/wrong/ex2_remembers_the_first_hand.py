# Stores the text in the class, so all later hands show themselves as the first one.


class Hand(Hand):
    def __repr__(self) -> str:

        cls = type(self)
        if not hasattr(cls, '_shown'):
            in_order = sorted(self.cards, key=lambda card: (-card.rank, card.suit))
            cls._shown = '<Hand ' + ' '.join(card.name for card in in_order) + '>'
        return cls._shown
