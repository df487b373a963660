# Two pair in the order in which they were counted.


class Hand(Hand):
    def eval(self):
        places = list(super().eval())
        counted = Counter(card.rank for card in self.cards).most_common()
        if places[6]:
            places[6] = [counted[0][0], counted[1][0]]
            places[7] = counted[0][0]
        return tuple(places)
