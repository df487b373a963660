# Compares what eval returns, numbers with lists.


def best(cards):
    return Hand(" ".join(max(combinations(cards, 5), key=lambda five: Hand(" ".join(five)).eval())))
