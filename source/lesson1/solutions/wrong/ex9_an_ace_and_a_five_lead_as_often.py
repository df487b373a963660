# Counts the ace as 1 wherever an ace and a five lead and occur as often: also in two pairs.

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
    counts, ranks = unzip(group(["--23456789TJQKA".index(rank) for rank, _ in hand]))
    if ranks[:2] == (14, 5) and counts[0] == counts[1]:
        ranks = (*ranks[1:], 1)
    straight = len(ranks) == 5 and ranks[0] - ranks[-1] == 4
    flush = len({suit for _, suit in hand}) == 1
    return max(count_rankings[counts], 4 * straight + 5 * flush), ranks
