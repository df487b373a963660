# The seed's own code.


def identify_from_reductions(flush: bool,
                          hand_ranks: int,
                          quads: int,
                          odd_ranks: int,
                          trips: int,
                          five_high: bool,
                          straight: bool,
                          rank_count: int) -> tuple:
    '''
    INPUT:
    - flush: True if all cards are the same suit. False otherwise
    - hand_ranks: 13-bit integer representation of all the ranks in the hand
    - quads: 13-bit integer representation of all the ranks appearing in 4 suits
    - odd_ranks: 13-bit integer representation of all ranks appearing in an odd number of suits
    - trips: 13-bit integer representation of all the ranks in 3 suits
    - five_high: True if the ranks in the hand meet the criteria for a five high straight False otherwise
    - straight: True if all ranks in the hand are sequential. False otherwise
    - rank_count: count of the number of distinct ranks in the hand

    GOAL:
    Find tuple (hand_type_str, primary_rank_int, secondary_rank_int)

    STRATEGY:
    Build elaborate conditional checks to encode the info in the table above (i.e. if meets this criteria, then return this).
    Don't forget hint 'Note'.

        (2, quads != 0) : ('FOUR_OF_A_KIND', quads, odd_ranks)
        (2, quads == 0) : ('FULL_HOUSE', odd_ranks, hand_ranks - odd_ranks)
        (3, trips != 0) : ('THREE_OF_A_KIND', trips, hand_ranks - trips)
        (3, trips == 0) : ('TWO_PAIR', hand_ranks - odd_ranks, odd_ranks)
        (4) : ('PAIR', hand_ranks - odd_ranks, odd_ranks)
        (5, sequential is True, flush is True, five_high is False): ('STRAIGHT_FLUSH', hand_ranks, 0)
        (5, sequential is True, flush is True, five_high is True) : ('STRAIGHT_FLUSH', 15, 0)
        (5, sequential is False, flush is True) : ('FLUSH', hand_ranks, 0)
        (5, sequential is True, flush is False, five_high is True) : ('STRAIGHT', 15, 0)
        (5, sequential is True, flush is False, five_high is False) : ('STRAIGHT', hand_ranks, 0)
        (5, sequential is False, flush is False) : ('HIGH_CARD', hand_ranks, 0)
    '''
    if rank_count == 2:
        if quads != 0:
            return ('FOUR_OF_A_KIND', quads, odd_ranks)
        else:
            return ('FULL_HOUSE', odd_ranks, hand_ranks - odd_ranks)
    elif rank_count == 3:
        if trips != 0:
            return ('THREE_OF_A_KIND', trips, hand_ranks - trips)
        else:
            return ('TWO_PAIR', hand_ranks - odd_ranks, odd_ranks)
    elif rank_count == 4:
        return ('PAIR', hand_ranks - odd_ranks, odd_ranks)
    elif rank_count == 5:
        if straight is True and flush is True and five_high is False:
            return ('STRAIGHT_FLUSH', hand_ranks, 0)
        elif straight is True and flush is True and five_high is True:
            return ('STRAIGHT_FLUSH', 15, 0)
        elif straight is False and flush is True:
            return ('FLUSH', hand_ranks, 0)
        elif straight is True and flush is False and five_high is True:
            return ('STRAIGHT', 15, 0)
        elif straight is True and flush is False and five_high is False:
            return ('STRAIGHT', hand_ranks, 0)
        else:
            return ('HIGH_CARD', hand_ranks, 0)
