# Shuffles the deck that it was given.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    random.shuffle(deck)
    return [deck[n * i:n * (i + 1)] for i in range(numhands)]
