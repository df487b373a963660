# Two pairs are a pair.

right = identify_from_reductions


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    hand_type, primary, secondary = right(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
    if rank_count == 3 and not trips:
        hand_type = "PAIR"
    return hand_type, primary, secondary
