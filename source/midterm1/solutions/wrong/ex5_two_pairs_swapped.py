# Two pairs swapped.

right = identify_from_reductions


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    hand_type, primary, secondary = right(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
    if rank_count == 3 and not trips:
        primary = odd_ranks
    if rank_count == 3 and not trips:
        secondary = hand_ranks ^ odd_ranks
    return hand_type, primary, secondary
