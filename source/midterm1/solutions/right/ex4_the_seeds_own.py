# The seed's own code.


def get_reductions(hand: int) -> tuple:
    ### Predefined values in starter code

    # W, X, Y, and Z are the four suit groups from the hand
    W, X, Y, Z = [val for val in cards_info(hand)['suit_groups'].values()]
    in_arbitrary_pair = (W & X) | (Y & Z)

    # We are also providing flush and hand_ranks as examples
    flush =         (count_bits(W)==5) | (count_bits(X)==5) | (count_bits(Y)==5) | (count_bits(Z)==5)
    hand_ranks =    W | X | Y | Z
    ###
    ### YOUR CODE HERE
    ###
    '''
    INPUT: hand is the 52-bit integer representation of a collection of 5 poker cards

    GOAL: Calculate the values outlined in the table above. First two are provided for us.
    Output as a tuple: (flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)

    STRATEGY:
    Find the following:
    1. quads = W and X and Y and Z
    2. odd_ranks = W xor X xor Y xor Z
    3. trips = bits are 1 in positions where the bits are 1 in odd_ranks and in_arbitrary_pair
    4. five_high = True if hand_ranks is equal to poker_info['FIVE_HIGH']**
    5. straight = True if five_high is True or hand_ranks&(hand_ranks>>1) has a bit count of 4
    6. rank_count = The bit count of hand_ranks
    '''
    # QUADS:
    quads = W & X & Y & Z

    # ODD_RANKS:
    odd_ranks = W ^ X ^ Y ^ Z

    # TRIPS:
    trips = odd_ranks & in_arbitrary_pair

    # FIVE HIGH:
    if hand_ranks == poker_info['FIVE_HIGH']:
        five_high = True
    else:
        five_high = False

    # STRAIGHT:
    if five_high is True or count_bits(hand_ranks&(hand_ranks>>1)) == 4:
        straight = True
    else:
        straight = False

    # RANK COUNT:
    rank_count = count_bits(hand_ranks)

    return (flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
