# Draws each hand from the full deck, so that hands share cards.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    return [random.sample(deck, n) for _ in range(numhands)]
