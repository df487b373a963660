# Match on the counts.


class Hand(Hand):
    def eval(self):
        ranks = sorted((card.rank for card in self.cards), reverse=True)
        groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
        places = [0] * 8 + [ranks]
        match groups:
            case [(4, four), _]:
                places[1] = four
            case [(3, three), (2, pair)]:
                places[2], places[5] = [three, pair], three
            case [(3, three), *_]:
                places[5] = three
            case [(2, high), (2, low), _]:
                places[6], places[7] = [high, low], high
            case [(2, pair), *_]:
                places[7] = pair
            case _:
                if ranks[1:] == [5, 4, 3, 2] and ranks[0] == 14:
                    places[4] = 5
                elif ranks[0] == ranks[4] + 4:
                    places[4] = ranks[0]
        if len({card.suit for card in self.cards}) == 1:
            places[3] = 1
            places[0] = places[4]
        return tuple(places)
