# Numbers for types.

right = identify_from_reductions


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    hand_type, primary, secondary = right(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
    hand_type = poker_info["HAND_TYPES"][hand_type]
    return hand_type, primary, secondary
