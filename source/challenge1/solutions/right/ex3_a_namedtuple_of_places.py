# Returns a namedtuple with numpy numbers.


from collections import namedtuple

import numpy as np

Places = namedtuple("Places", "straight_flush four full_house flush straight three two_pair pair cards")


class Hand(Hand):
    def eval(self):
        ranks = np.sort([card.rank for card in self.cards])[::-1]
        values, times = np.unique(ranks, return_counts=True)
        by_times = {n: values[times == n][::-1] for n in (2, 3, 4)}
        flush = np.int64(len({card.suit for card in self.cards}) == 1)
        straight = ranks[0] if len(values) == 5 and ranks[0] - ranks[4] == 4 else 0
        if list(ranks) == [14, 5, 4, 3, 2]:
            straight = ranks[1]
        pairs, threes, fours = by_times[2], by_times[3], by_times[4]
        return Places(
            straight if flush else 0,
            fours[0] if len(fours) else 0,
            [threes[0], pairs[0]] if len(threes) and len(pairs) else 0,
            flush,
            straight,
            threes[0] if len(threes) else 0,
            list(pairs) if len(pairs) == 2 else 0,
            pairs[0] if len(pairs) and not len(threes) else 0,
            list(ranks),
        )
