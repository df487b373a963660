# One variable after the other.


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    hand_type = "HIGH_CARD"
    primary = hand_ranks
    if five_high:
        primary = 15
    if rank_count == 4:
        hand_type = "PAIR"
        primary = hand_ranks ^ odd_ranks
    if rank_count == 3:
        hand_type = "TWO_PAIR"
        primary = hand_ranks ^ odd_ranks
        if trips != 0:
            hand_type = "THREE_OF_A_KIND"
            primary = trips
    if straight:
        hand_type = "STRAIGHT"
    if flush:
        hand_type = "FLUSH"
    if rank_count == 2:
        hand_type = "FULL_HOUSE"
        primary = trips
    if quads != 0:
        hand_type = "FOUR_OF_A_KIND"
        primary = quads
    if straight and flush:
        hand_type = "STRAIGHT_FLUSH"
    secondary = 0
    if primary != 15 or not five_high:
        secondary = hand_ranks - primary
    return (hand_type, primary, secondary)
