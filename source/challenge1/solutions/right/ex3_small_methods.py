# A small method for each question.


class Hand(Hand):
    def ranks(self):
        return sorted((card.rank for card in self.cards), reverse=True)

    def having(self, times):
        ranks = self.ranks()
        return [rank for rank in dict.fromkeys(ranks) if ranks.count(rank) == times]

    def flush(self):
        return int(len(set(card.suit for card in self.cards)) == 1)

    def straight(self):
        runs = {tuple(range(top, top - 5, -1)): top for top in range(6, 15)}
        runs[14, 5, 4, 3, 2] = 5
        return runs.get(tuple(self.ranks()), 0)

    def eval(self):
        four, three, two = (self.having(times) for times in (4, 3, 2))
        full = three and two
        return (
            self.straight() if self.flush() else 0,
            *(four or [0]),
            three + two if full else 0,
            self.flush(),
            self.straight(),
            *(three or [0]),
            two if len(two) == 2 else 0,
            0 if full else (two or [0])[0],
            self.ranks(),
        )
