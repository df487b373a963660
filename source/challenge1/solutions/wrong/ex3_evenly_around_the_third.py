# Five different ranks are called a straight if they lie evenly round the middle one, no more than 4 to either side.


class Hand(Hand):
    def eval(self) -> tuple:
        ranks = sorted((card.rank for card in self.cards), reverse=True)
        (first, most), (second, next_most) = Counter(ranks).most_common(2)
        flush = int(len({card.suit for card in self.cards}) == 1)
        straight = 0
        if ranks == [14, 5, 4, 3, 2]:
            straight = 5
        elif most == 1 and ranks[1] - ranks[3] == 2 and sum(ranks) == 5 * ranks[2]:
            straight = ranks[0]
        four = three = pair = full_house = two_pair = 0
        if most == 4:
            four = first
        elif most == 3:
            three = first
            if next_most == 2:
                full_house = [first, second]
        elif most == 2:
            pair = first
            if next_most == 2:
                two_pair = [first, second]
        return straight * flush, four, full_house, flush, straight, three, two_pair, pair, ranks
