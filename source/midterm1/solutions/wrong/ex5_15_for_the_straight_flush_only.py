# 15 for the straight flush only.

right = identify_from_reductions


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    hand_type, primary, secondary = right(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
    if five_high and not flush:
        primary = hand_ranks
    return hand_type, primary, secondary
