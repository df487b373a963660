# A loop and a dictionary.

VALUES = {'T': 10, 'J': 11, 'Q': 12, 'K': 13, 'A': 14}


def card_ranks(hand):
    ranks = []
    for card in hand:
        rank = card[0]
        ranks.append(VALUES[rank] if rank in VALUES else int(rank))
    ranks.sort()
    ranks.reverse()
    if ranks[0] == 14 and ranks[1] == 5 and ranks[2] == 4 and ranks[3] == 3 and ranks[4] == 2:
        ranks.remove(14)
        ranks.append(1)
    return ranks
