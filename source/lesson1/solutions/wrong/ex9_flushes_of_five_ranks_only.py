# Asks for a flush only where all ranks differ, so that a pair of several decks in one suit is just a pair.

def hand_rank_by_groups(hand: list) -> tuple:
    ranks = ['23456789TJQKA'.index(card[0]) + 2 for card in hand]
    counts, ranks = zip(*sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True))
    if ranks == (14, 5, 4, 3, 2):
        ranks = (5, 4, 3, 2, 1)
    if len(ranks) < 5:
        return count_rankings[counts], ranks
    return 4 * (ranks[0] - ranks[-1] == 4) + 5 * (len({card[1] for card in hand}) == 1), ranks
