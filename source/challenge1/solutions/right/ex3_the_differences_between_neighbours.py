# The differences between neighbours.


class Hand(Hand):
    def eval(self):
        ranks = sorted(card.rank for card in self.cards)
        steps = [high - low for low, high in zip(ranks, ranks[1:])]
        straight = ranks[4] if steps == [1, 1, 1, 1] else 5 if steps == [1, 1, 1, 9] and ranks[4] == 14 else 0
        flush = 1
        for card in self.cards[1:]:
            if card.suit != self.cards[0].suit:
                flush = 0
        four = three = two_pair = pair = full_house = 0
        equal = steps.count(0)
        if equal == 3 and ranks[1] == ranks[3]:
            if ranks[0] == ranks[1] and ranks[3] == ranks[4]:
                raise ValueError("five of a kind")
            if steps[0] == 0 or steps[3] == 0:
                if ranks[0] == ranks[3] or ranks[1] == ranks[4]:
                    four = ranks[2]
        if equal == 3 and not four:
            three = ranks[2]
            full_house = [three, ranks[0] if ranks[0] != three else ranks[4]]
        elif equal == 2 and ranks[2] in (ranks[0], ranks[4]) or equal == 2 and ranks[1] == ranks[3]:
            three = ranks[2]
        elif equal == 2:
            two_pair = [ranks[3], ranks[1]]
            pair = ranks[3]
        elif equal == 1:
            pair = ranks[steps.index(0)]
        return (straight * flush, four, full_house, flush, straight, three, two_pair, pair, ranks[::-1])
