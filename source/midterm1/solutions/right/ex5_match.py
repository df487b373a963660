# Match.


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    match rank_count, bool(quads), bool(trips), flush, straight:
        case 2, True, _, _, _:
            return "FOUR_OF_A_KIND", quads, odd_ranks
        case 2, _, _, _, _:
            return "FULL_HOUSE", trips, hand_ranks & ~trips
        case 3, _, True, _, _:
            return "THREE_OF_A_KIND", trips, hand_ranks & ~trips
        case 3, _, _, _, _:
            return "TWO_PAIR", hand_ranks & ~odd_ranks, odd_ranks
        case 4, _, _, _, _:
            return "PAIR", hand_ranks & ~odd_ranks, odd_ranks
        case _, _, _, True, True:
            name = "STRAIGHT_FLUSH"
        case _, _, _, True, False:
            name = "FLUSH"
        case _, _, _, False, True:
            name = "STRAIGHT"
        case _:
            name = "HIGH_CARD"
    return name, 15 if five_high else hand_ranks, 0
