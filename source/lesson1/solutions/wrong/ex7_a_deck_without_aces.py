# Forgets the aces.

mydeck = [r + s for r in '23456789TJQK' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    cards = random.sample(deck, numhands * n)
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
