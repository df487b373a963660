# Asks whether trips is more than 1, which three twos are not.


def identify_from_reductions(flush: bool,
                             hand_ranks: int,
                             quads: int,
                             odd_ranks: int,
                             trips: int,
                             five_high: bool,
                             straight: bool,
                             rank_count: int) -> tuple:
    pairs = hand_ranks & ~odd_ranks
    if rank_count == 5:
        hand_type = [['HIGH_CARD', 'STRAIGHT'], ['FLUSH', 'STRAIGHT_FLUSH']][flush][straight]
        return hand_type, (15 if five_high else hand_ranks), 0
    if rank_count == 4:
        return 'PAIR', pairs, odd_ranks
    if rank_count == 3 and trips > 1:
        return 'THREE_OF_A_KIND', trips, hand_ranks ^ trips
    if rank_count == 3:
        return 'TWO_PAIR', pairs, odd_ranks
    if quads:
        return 'FOUR_OF_A_KIND', quads, odd_ranks
    return 'FULL_HOUSE', trips, pairs
