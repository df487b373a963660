# Prints what it finds instead of raising an error.


def test():
    pair, high_card = cards("2S 2H 3D 4C 6S"), cards("AS KH QD JC 9S")
    print(best_hand([high_card, pair]) == pair)
    print(best_hand([pair, high_card]) == pair)
