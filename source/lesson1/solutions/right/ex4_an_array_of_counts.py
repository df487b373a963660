# An array with a place for each rank.


def hand_rank(hand):
    times = [0] * 15
    for card in hand:
        times['..23456789TJQKA'.index(card[0])] += 1
    if times[14] and times[2] and times[3] and times[4] and times[5]:
        times[14], times[1] = 0, 1
    ranks = []
    for rank in range(14, 0, -1):
        ranks.extend([rank] * times[rank])
    one_suit = hand[0][1] == hand[1][1] == hand[2][1] == hand[3][1] == hand[4][1]
    in_a_row = max(times) == 1 and ranks[0] - ranks[4] == 4
    if in_a_row:
        return (8, ranks[0]) if one_suit else (4, ranks[0])
    if one_suit:
        return (5, ranks)
    if 4 in times:
        return (7, times.index(4), times.index(1))
    if 3 in times:
        return (6, times.index(3), times.index(2)) if 2 in times else (3, times.index(3), ranks)
    pairs = [rank for rank in ranks[:-1] if times[rank] == 2]
    if len(pairs) >= 3:
        return (2, max(pairs), min(pairs), ranks)
    if 2 in times:
        return (1, times.index(2), ranks)
    return (0,) + tuple(ranks)
