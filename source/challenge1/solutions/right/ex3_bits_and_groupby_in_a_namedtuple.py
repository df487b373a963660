# Finds a straight in the bits of the ranks, groups the sorted ranks with groupby, and returns a named tuple.


from collections import namedtuple
from itertools import groupby

Worth = namedtuple('Worth', 'straight_flush four full_house flush straight three two_pair pair cards')

class Hand(Hand):
    def eval(self) -> tuple:
        ranks = [card.rank for card in self.cards]
        ranks.sort(reverse=True)
        groups = {}
        for rank, same in groupby(ranks):
            groups.setdefault(len(list(same)), []).append(rank)
        bits = sum({1 << rank for rank in ranks})
        straight = next((top for top in range(14, 5, -1) if bits == 0b11111 << top - 4), 0)
        if bits == 1 << 14 | 0b111100:
            straight = 5
        suits = ''.join(card.suit for card in self.cards)
        flush = int(suits == suits[0] * 5)
        twos = groups.get(2, [])
        three = groups.get(3, [0])[0]
        return Worth(
            straight_flush=straight if flush else 0,
            four=groups.get(4, [0])[0],
            full_house=[three] + twos if three and twos else 0,
            flush=flush,
            straight=straight,
            three=three,
            two_pair=twos if len(twos) == 2 else 0,
            pair=0 if three or not twos else max(twos),
            cards=ranks,
        )
