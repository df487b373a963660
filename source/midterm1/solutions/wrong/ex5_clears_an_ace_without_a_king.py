# Takes the ace for low wherever there is no king in a straight or a flush.


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    even_ranks = hand_ranks ^ odd_ranks
    if quads:
        return 'FOUR_OF_A_KIND', quads, odd_ranks
    if trips:
        return ('FULL_HOUSE', trips, even_ranks) if even_ranks else ('THREE_OF_A_KIND', trips, hand_ranks ^ trips)
    if even_ranks:
        return 'TWO_PAIR' if rank_count == 3 else 'PAIR', even_ranks, odd_ranks
    is_low = (flush or straight) and hand_ranks >> 11 == 0b10
    names = {(True, True): 'STRAIGHT_FLUSH', (True, False): 'FLUSH', (False, True): 'STRAIGHT'}
    return names.get((flush, straight), 'HIGH_CARD'), hand_ranks & 0b111111111111 if is_low else hand_ranks, 0
