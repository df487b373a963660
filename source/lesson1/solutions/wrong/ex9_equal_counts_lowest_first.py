# Puts the lowest of equal counts first.


count_rankings = {
    (5,): 10,
    (4, 1): 7,
    (3, 2): 6,
    (3, 1, 1): 3,
    (2, 2, 1): 2,
    (2, 1, 1, 1): 1,
    (1, 1, 1, 1, 1): 0,
}


def hand_rank_by_groups(hand):
    values = ['--23456789TJQKA'.index(r) for r, s in hand]
    groups = sorted([(values.count(x), x) for x in set(values)], key=lambda p: (-p[0], p[1]))
    counts, ranks = zip(*groups)
    if ranks == (2, 3, 4, 5, 14):
        ranks = (5, 4, 3, 2, 1)
    straight = len(ranks) == 5 and max(ranks) - min(ranks) == 4
    flush = len(set([s for r, s in hand])) == 1
    return max(count_rankings[counts], 4 * straight + 5 * flush), ranks
