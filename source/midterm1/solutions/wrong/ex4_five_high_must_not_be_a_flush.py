# Five-high must not be a flush.


def get_reductions(hand):
    W, X, Y, Z = cards_info(hand)["suit_groups"].values()
    in_arbitrary_pair = (W & X) | (Y & Z)
    flush = 5 in (count_bits(W), count_bits(X), count_bits(Y), count_bits(Z))
    hand_ranks = W | X | Y | Z
    quads = W & X & Y & Z
    odd_ranks = W ^ X ^ Y ^ Z
    trips = odd_ranks & in_arbitrary_pair
    five_high = hand_ranks == 4111
    straight = five_high or count_bits(hand_ranks & hand_ranks >> 1) == 4
    rank_count = count_bits(hand_ranks)
    five_high = five_high and not flush
    return flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count
