# Remembers what hands are worth by their ranks, without how often each occurs, and by whether they are flushes.


class Hand(Hand):
    known = {}

    def eval(self):
        ranks = sorted((card.rank for card in self.cards), reverse=True)
        flush = int(len({card.suit for card in self.cards}) == 1)
        key = frozenset(ranks), flush
        if key not in self.known:
            groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
            (count, most), (second_count, second) = groups[:2]
            straight = 0
            if len(groups) == 5 and ranks[0] - ranks[4] == 4:
                straight = ranks[0]
            elif ranks == [14, 5, 4, 3, 2]:
                straight = 5
            self.known[key] = (
                straight if flush else 0,
                most if count == 4 else 0,
                [most, second] if count == 3 and second_count == 2 else 0,
                flush,
                straight,
                most if count == 3 else 0,
                [most, second] if count == second_count == 2 else 0,
                most if count == 2 else 0,
                ranks,
            )
        return self.known[key]
