# Loops over the ranks.


def get_reductions(hand):
    flush = five_high = straight = False
    hand_ranks = quads = odd_ranks = trips = rank_count = 0
    for suit in poker_info["SUITS"].values():
        if count_bits(hand & suit["full_block"]) == 5:
            flush = True
    for i in range(13):
        times = 0
        for suit in poker_info["SUITS"].values():
            if hand & 1 << suit["start_pos"] + i:
                times += 1
        if times:
            hand_ranks |= 1 << i
            rank_count += 1
        if times % 2:
            odd_ranks |= 1 << i
        if times == 3:
            trips |= 1 << i
        if times == 4:
            quads |= 1 << i
    if hand_ranks == poker_info["FIVE_HIGH"]:
        five_high = True
    if five_high or hand_ranks in [31 << i for i in range(9)]:
        straight = True
    return flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count
