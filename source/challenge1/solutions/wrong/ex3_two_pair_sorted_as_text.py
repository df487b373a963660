# Sorts the ranks of two pair as text.


class Hand(Hand):
    def eval(self) -> tuple:
        counts = Counter(card.name[:-1] for card in self.cards)
        number = {card.name[:-1]: card.rank for card in self.cards}
        groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
        n, m = counts[groups[0]], counts[groups[1]]
        a, b = number[groups[0]], number[groups[1]]
        ranks = sorted((card.rank for card in self.cards), reverse=True)
        flush = int(len({card.suit for card in self.cards}) == 1)
        straight = 5 if ranks == [14, 5, 4, 3, 2] else ranks[0] if n == 1 and ranks[0] - ranks[4] == 4 else 0
        return (straight if flush else 0, a if n == 4 else 0, [a, b] if n == 3 and m == 2 else 0, flush, straight,
                a if n == 3 else 0, [a, b] if n == 2 and m == 2 else 0, a if n == 2 else 0, ranks)
