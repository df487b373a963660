# Three of a suit are a flush.


class Hand(Hand):
    def eval(self):
        ranks = sorted((card.rank for card in self.cards), reverse=True)
        in_order = sorted(self.cards, key=lambda card: card.rank, reverse=True)
        suits = [card.suit for card in self.cards]
        groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
        flush = int(max(suits.count(suit) for suit in suits) > 2)
        straight = 5 if ranks == [14, 5, 4, 3, 2] else ranks[0] if len(groups) == 5 and ranks[0] - ranks[4] == 4 else 0
        four = three = full_house = two_pair = pair = 0
        if groups[0][0] == 4:
            four = groups[0][1]
        elif groups[0][0] == 3:
            three = groups[0][1]
            if groups[1][0] == 2:
                full_house = [three, groups[1][1]]
        elif groups[0][0] == 2:
            pair = groups[0][1]
            if groups[1][0] == 2:
                two_pair = [pair, groups[1][1]]
        return straight if flush else 0, four, full_house, flush, straight, three, two_pair, pair, ranks
