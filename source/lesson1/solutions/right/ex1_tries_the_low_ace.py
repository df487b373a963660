# Counts the ace as 1, and keeps that if five ranks follow one another from there.


def card_ranks(hand):
    low = sorted(['A23456789TJQK'.find(rank) + 1 for rank, suit in hand])
    if low != list(range(1, 6)):
        low = sorted([14 if rank == 1 else rank for rank in low])
    low.reverse()
    return low
