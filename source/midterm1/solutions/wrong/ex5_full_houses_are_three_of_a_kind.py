# Full houses are three of a kind.

right = identify_from_reductions


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    hand_type, primary, secondary = right(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
    if trips and rank_count == 2:
        hand_type = "THREE_OF_A_KIND"
    return hand_type, primary, secondary
