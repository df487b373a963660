# Sorts the cards as texts and compares only the first two parts of the rank, so the kickers come in the order of the alphabet.


def best_hand(hand: list) -> tuple:
    in_order = sorted(hand, reverse=True)
    return max(combinations(in_order, 5), key=lambda five: hand_rank(five)[:2])
