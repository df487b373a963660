# Sorts all choices.


def best(cards):
    choices = sorted((strength(five), five) for five in combinations(cards, 5))
    return Hand(" ".join(choices[-1][1]))
