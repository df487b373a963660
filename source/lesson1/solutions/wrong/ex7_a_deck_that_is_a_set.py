# Makes the deck a set.

mydeck = {r + s for r in '23456789TJQKA' for s in 'SHDC'}


def deal(numhands, n=5, deck=mydeck):
    cards = random.sample(sorted(deck), numhands * n)
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
