# Asks five aces for a second rank.


def hand_rank_by_groups(hand: list) -> tuple:
    counts, ranks = unzip(group(['--23456789TJQKA'.index(card[0]) for card in hand]))
    if ranks[0] == 14 and ranks[1] == 5 and len(counts) == 5:
        ranks = (5, 4, 3, 2, 1)
    in_row = len(counts) == 5 and ranks[0] - ranks[4] == 4
    one_suit = len({card[1] for card in hand}) == 1
    return max(count_rankings[counts], 4 * in_row + 5 * one_suit), ranks
