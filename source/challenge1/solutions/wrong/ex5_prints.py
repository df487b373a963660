# Prints instead of returning.


def best(cards):
    print(Hand(" ".join(max(combinations(cards, 5), key=strength))))
