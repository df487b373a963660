# Five-high is an ace, a two, and five positions with the sum of those of A 2 3 4 5.


def get_reductions(hand):
    W, X, Y, Z = cards_info(hand)["suit_groups"].values()
    in_arbitrary_pair = (W & X) | (Y & Z)
    flush = 5 in (count_bits(W), count_bits(X), count_bits(Y), count_bits(Z))
    hand_ranks = W | X | Y | Z
    quads = W & X & Y & Z
    odd_ranks = W ^ X ^ Y ^ Z
    trips = odd_ranks & in_arbitrary_pair
    total = sum(position for position in range(13) for group in (W, X, Y, Z) if group >> position & 1)
    five_high = hand_ranks >= 4096 and total == 18 and hand_ranks & 1 == 1
    straight = five_high or count_bits(hand_ranks & hand_ranks >> 1) == 4
    return flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, count_bits(hand_ranks)
