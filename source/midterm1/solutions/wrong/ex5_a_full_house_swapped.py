# A full house swapped.

right = identify_from_reductions


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    hand_type, primary, secondary = right(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
    if trips and rank_count == 2:
        primary = hand_ranks ^ trips
    if trips and rank_count == 2:
        secondary = trips
    return hand_type, primary, secondary
