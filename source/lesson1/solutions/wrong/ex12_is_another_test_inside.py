# Defines the tests inside, and calls none of them.


def test():
    def test_a_pair():
        pair, high_card = cards("2S 2H 3D 4C 6S"), cards("AS KH QD JC 9S")
        assert best_hand([high_card, pair]) == pair
