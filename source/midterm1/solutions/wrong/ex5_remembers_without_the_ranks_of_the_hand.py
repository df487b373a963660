# Remembers results by all that it is told but the ranks of the hand.


_results = {}


def identify_from_reductions(flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
    told = flush, quads, odd_ranks, trips, five_high, straight, rank_count
    if told not in _results:
        twice = hand_ranks & ~odd_ranks
        if quads:
            _results[told] = "FOUR_OF_A_KIND", quads, odd_ranks
        elif trips:
            _results[told] = ("FULL_HOUSE", trips, twice) if twice else ("THREE_OF_A_KIND", trips, hand_ranks ^ trips)
        elif twice:
            _results[told] = "TWO_PAIR" if rank_count == 3 else "PAIR", twice, odd_ranks
        else:
            names = {(True, True): "STRAIGHT_FLUSH", (True, False): "FLUSH", (False, True): "STRAIGHT"}
            _results[told] = names.get((flush, straight), "HIGH_CARD"), 15 if five_high else hand_ranks, 0
    return _results[told]
