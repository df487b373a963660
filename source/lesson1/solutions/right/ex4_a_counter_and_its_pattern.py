# Counts with a Counter and matches the sorted counts.

from collections import Counter


def hand_rank(hand):
    ranks = sorted(('23456789TJQKA'.index(card[0]) + 2 for card in hand), reverse=True)
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    by_count = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    first = by_count[0][0]
    second = by_count[1][0]
    match [count for _, count in by_count]:
        case [4, 1]:
            return 7, first, second
        case [3, 2]:
            return 6, first, second
        case [3, 1, 1]:
            return 3, first, ranks
        case [2, 2, 1]:
            return 2, first, second, ranks
        case [2, 1, 1, 1]:
            return 1, first, ranks
    suited = all(card.endswith(hand[0][1]) for card in hand)
    if ranks[0] == ranks[4] + 4:
        return (8 if suited else 4), first
    return (5, ranks) if suited else (0, *ranks)
