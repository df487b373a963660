# Stops at the first choice that beats the one before.


def best(cards):
    choices = list(combinations(cards, 5))
    for before, after in zip(choices, choices[1:]):
        if strength(after) > strength(before):
            return Hand(" ".join(after))
    return Hand(" ".join(choices[0]))
