# By how often the ranks occur, with a list of ranks for each number.


class Hand(Hand):
    def eval(self):
        ranks = sorted([card.rank for card in self.cards])[::-1]
        of = {n: [rank for rank in range(14, 1, -1) if ranks.count(rank) == n] for n in range(5)}
        flush = 1 if all(card.suit == self.cards[0].suit for card in self.cards) else 0
        straight = 0
        for top in range(6, 15):
            if ranks == list(range(top, top - 5, -1)):
                straight = top
        if ranks == [14, 5, 4, 3, 2]:
            straight = 5
        return (
            flush * straight,
            of[4][0] if of[4] else 0,
            of[3] + of[2] if of[3] and of[2] else 0,
            flush,
            straight,
            of[3][0] if of[3] else 0,
            of[2] if len(of[2]) == 2 else 0,
            of[2][0] if of[2] and not of[3] else 0,
            ranks,
        )
