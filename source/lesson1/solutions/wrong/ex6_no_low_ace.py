# Ranks hands itself and knows no low ace.

from collections import Counter


def poker(hands):
    def strength(hand):
        ranks = ['23456789TJQKA'.index(rank) for rank, suit in hand]
        held = Counter(ranks)
        ordered = sorted(held, key=lambda rank: (held[rank], rank), reverse=True)
        run = len(ordered) == 5 and ordered[0] - ordered[4] == 4
        one_suit = len({suit for rank, suit in hand}) == 1
        counts = tuple(sorted(held.values(), reverse=True))
        patterns = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), 'run', 'suit', (3, 2), (4, 1)]
        code = patterns.index(counts)
        if run or one_suit:
            code = 8 if run and one_suit else 4 if run else 5
        return code, ordered

    best = max(strength(hand) for hand in hands)
    return [hand for hand in hands if strength(hand) == best]
