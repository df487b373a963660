# The maximum of hands that can be compared.


def best(cards):
    return max(Hand(" ".join(five)) for five in combinations(cards, 5))
