# Takes five different ranks with the middle one as their mean for a straight.


class Hand(Hand):
    def eval(self) -> tuple:
        ranks = sorted((card.rank for card in self.cards), reverse=True)
        (a, n), (b, m) = Counter(ranks).most_common(2)
        flush = int(len({card.suit for card in self.cards}) == 1)
        straight = 5 if ranks == [14, 5, 4, 3, 2] else ranks[0] if n == 1 and sum(ranks) == 5 * ranks[2] else 0
        return (straight * flush, a if n == 4 else 0, [a, b] if n == 3 and m == 2 else 0, flush, straight,
                a if n == 3 else 0, [a, b] if n == 2 and m == 2 else 0, a if n == 2 else 0, ranks)
