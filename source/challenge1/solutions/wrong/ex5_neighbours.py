# Five cards in a row of the list.


def best(cards):
    return Hand(" ".join(max((cards[i : i + 5] for i in range(3)), key=strength)))
