# Three of a kind with itself as secondary.

right = identify_from_reductions


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    hand_type, primary, secondary = right(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
    if trips and rank_count == 3:
        secondary = odd_ranks
    return hand_type, primary, secondary
