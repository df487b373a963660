# Ranks as numbers, also where a letter stands for them.


class Hand(Hand):
    def __repr__(self):
        in_order = sorted(self.cards, key=lambda card: (-card.rank, card.suit))
        return "<Hand " + " ".join(f"{card.rank}{card.suit}" for card in in_order) + ">"
