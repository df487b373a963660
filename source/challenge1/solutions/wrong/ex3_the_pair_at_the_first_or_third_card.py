# Of two pair, takes the higher of the first and the third card.


class Hand(Hand):
    def eval(self) -> tuple:
        counts = Counter(card.rank for card in self.cards).most_common()
        (a, n), (b, m) = counts[:2]
        ranks = sorted((card.rank for card in self.cards), reverse=True)
        flush = int(len({card.suit for card in self.cards}) == 1)
        straight = 5 if ranks == [14, 5, 4, 3, 2] else ranks[0] if n == 1 and ranks[0] - ranks[4] == 4 else 0
        two_pair = sorted([a, b], reverse=True) if n == m == 2 else 0
        pair = a if n == 2 and m == 1 else max(self.cards[0].rank, self.cards[2].rank) if two_pair else 0
        return (straight if flush else 0, a if n == 4 else 0, [a, b] if (n, m) == (3, 2) else 0, flush, straight,
                a if n == 3 else 0, two_pair, pair, ranks)
