# Takes the ace for 1 whenever there is a two.


def card_ranks(hand):
    ranks = sorted(('--23456789TJQKA'.index(r) for r, s in hand), reverse=True)
    if 14 in ranks and 2 in ranks:
        ranks = sorted((1 if rank == 14 else rank for rank in ranks), reverse=True)
    return ranks
