# Returns a hand of a class derived from Hand.


class Best(Hand):
    pass


def best(cards):
    choices = {strength(five): five for five in combinations(sorted(cards), 5)}
    return Best(" ".join(choices[max(choices)]))
