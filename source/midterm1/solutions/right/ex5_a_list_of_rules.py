# A list of rules.


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    pairs = hand_ranks & ~odd_ranks & ~quads
    whole = 15 if five_high else hand_ranks
    rules = [
        (straight and flush, "STRAIGHT_FLUSH", whole, 0),
        (quads, "FOUR_OF_A_KIND", quads, odd_ranks),
        (trips and pairs, "FULL_HOUSE", trips, pairs),
        (flush, "FLUSH", whole, 0),
        (straight, "STRAIGHT", whole, 0),
        (trips, "THREE_OF_A_KIND", trips, odd_ranks & ~trips),
        (count_bits(pairs) == 2, "TWO_PAIR", pairs, odd_ranks),
        (pairs, "PAIR", pairs, odd_ranks),
        (True, "HIGH_CARD", whole, 0),
    ]
    return next((name, primary, secondary) for holds, name, primary, secondary in rules if holds)
