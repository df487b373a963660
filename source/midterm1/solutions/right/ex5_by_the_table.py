# By the table.


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    if rank_count == 2 and quads != 0:
        return ("FOUR_OF_A_KIND", quads, hand_ranks - quads)
    if rank_count == 2:
        return ("FULL_HOUSE", odd_ranks, hand_ranks - odd_ranks)
    if rank_count == 3 and trips != 0:
        return ("THREE_OF_A_KIND", trips, hand_ranks - trips)
    if rank_count == 3:
        return ("TWO_PAIR", hand_ranks - odd_ranks, odd_ranks)
    if rank_count == 4:
        return ("PAIR", hand_ranks & ~odd_ranks, odd_ranks)
    primary = 15 if five_high else hand_ranks
    if straight and flush:
        return ("STRAIGHT_FLUSH", primary, 0)
    return ("FLUSH" if flush else "STRAIGHT" if straight else "HIGH_CARD", primary, 0)
