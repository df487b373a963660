# Takes ranks for a straight whose ends are four apart, unless the highest comes twice.


class Hand(Hand):
    def eval(self) -> tuple:
        ranks = sorted((card.rank for card in self.cards), reverse=True)
        (first, often), (second, next_often) = Counter(ranks).most_common(2)
        flush = int(len({card.suit for card in self.cards}) == 1)
        straight = ranks[0] if ranks[0] - ranks[4] == 4 and ranks[0] != ranks[1] else 0
        if ranks == [14, 5, 4, 3, 2]:
            straight = 5
        return (
            straight * flush,
            first if often == 4 else 0,
            [first, second] if (often, next_often) == (3, 2) else 0,
            flush,
            straight,
            first if often == 3 else 0,
            [first, second] if often == next_often == 2 else 0,
            first if often == 2 else 0,
            ranks,
        )
