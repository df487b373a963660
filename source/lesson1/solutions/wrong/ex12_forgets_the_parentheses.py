# Tests something that is always true.


def test():
    pair, high_card = cards("2S 2H 3D 4C 6S"), cards("AS KH QD JC 9S")
    assert (best_hand([high_card, pair]) == pair, "a pair beats a high card")
