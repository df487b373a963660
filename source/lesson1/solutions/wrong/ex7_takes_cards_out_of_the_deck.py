# Takes the cards out of the deck that it was given.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    return [[deck.pop(random.randrange(len(deck))) for _ in range(n)] for _ in range(numhands)]
