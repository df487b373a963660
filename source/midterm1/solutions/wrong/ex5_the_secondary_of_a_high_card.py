# The secondary of a high card.

right = identify_from_reductions


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    hand_type, primary, secondary = right(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
    if rank_count == 5 and not flush and not straight:
        secondary = odd_ranks
    return hand_type, primary, secondary
