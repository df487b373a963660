# Five-high flushes are flushes.

right = identify_from_reductions


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    hand_type, primary, secondary = right(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
    if five_high and flush:
        hand_type = "FLUSH"
    return hand_type, primary, secondary
