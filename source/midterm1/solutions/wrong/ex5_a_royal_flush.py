# A royal flush.

right = identify_from_reductions


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    hand_type, primary, secondary = right(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
    if flush and hand_ranks == 7936:
        hand_type = "ROYAL_FLUSH"
    return hand_type, primary, secondary
