# A match over the groups.


def hand_rank_by_groups(hand):
    values = ['..23456789TJQKA'.index(card[0]) for card in hand]
    groups = sorted({(values.count(value), value) for value in values})[::-1]
    one_suit = len(set(card[1] for card in hand)) == 1
    match groups:
        case [(5, a)]:
            return 10, (a,)
        case [(4, a), (1, b)]:
            return 7, (a, b)
        case [(3, a), (2, b)]:
            return 6, (a, b)
        case [(3, a), (1, b), (1, c)]:
            return (5 if one_suit else 3), (a, b, c)
        case [(2, a), (2, b), (1, c)]:
            return (5 if one_suit else 2), (a, b, c)
        case [(2, a), (1, b), (1, c), (1, d)]:
            return (5 if one_suit else 1), (a, b, c, d)
        case [(_, 14), (_, 5), *_]:
            return (9 if one_suit else 4), (5, 4, 3, 2, 1)
        case [(_, a), (_, b), (_, c), (_, d), (_, e)]:
            run = a - e == 4
            return 4 * run + 5 * one_suit, (a, b, c, d, e)
