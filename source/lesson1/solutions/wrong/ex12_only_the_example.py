# Takes the example for enough.


def test():
    pair, high_card = cards("2S 2H 3D 4C 6S"), cards("AS KH QD JC 9S")
    assert best_hand([high_card, pair]) == pair
    assert best_hand([pair, high_card]) == pair
