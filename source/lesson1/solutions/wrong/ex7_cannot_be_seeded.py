# Takes a generator that random.seed does not reach.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    cards = random.SystemRandom().sample(deck, numhands * n)
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
