# Seeds the generator itself, and deals the same each time.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    random.seed(42)
    cards = random.sample(deck, numhands * n)
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
