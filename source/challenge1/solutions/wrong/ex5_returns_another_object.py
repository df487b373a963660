# Returns an object with a text that is no hand.


from types import SimpleNamespace


def best(cards):
    return SimpleNamespace(text=" ".join(max(combinations(cards, 5), key=strength)))
