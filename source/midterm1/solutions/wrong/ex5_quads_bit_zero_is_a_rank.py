# Takes the truth of quads > 1 for four of a kind, so four twos pass for a full house.


def identify_from_reductions(flush: bool,
                             hand_ranks: int,
                             quads: int,
                             odd_ranks: int,
                             trips: int,
                             five_high: bool,
                             straight: bool,
                             rank_count: int) -> tuple:
    even = hand_ranks & ~odd_ranks
    if rank_count == 2:
        return ('FOUR_OF_A_KIND', quads, odd_ranks) if quads > 1 else ('FULL_HOUSE', trips, even)
    if rank_count == 3:
        return ('THREE_OF_A_KIND', trips, odd_ranks & ~trips) if trips else ('TWO_PAIR', even, odd_ranks)
    if rank_count == 4:
        return 'PAIR', even, odd_ranks
    hand_type = ('STRAIGHT_FLUSH' if flush else 'STRAIGHT') if straight else ('FLUSH' if flush else 'HIGH_CARD')
    return hand_type, 15 if five_high else hand_ranks, 0
