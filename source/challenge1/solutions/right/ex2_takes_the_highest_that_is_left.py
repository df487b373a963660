# Takes the highest card that is left.


class Hand(Hand):
    def __repr__(self):
        left, names = list(self.cards), []
        while left:
            highest = max(left, key=lambda card: (card.rank, -ord(card.suit)))
            left.remove(highest)
            names.append(highest.name)
        return "<Hand {} {} {} {} {}>".format(*names)
