# A full house by strength.

right = identify_from_reductions


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    hand_type, primary, secondary = right(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
    if trips and rank_count == 2:
        primary = 1 << hand_ranks.bit_length() - 1
    if trips and rank_count == 2:
        secondary = hand_ranks & -hand_ranks
    return hand_type, primary, secondary
